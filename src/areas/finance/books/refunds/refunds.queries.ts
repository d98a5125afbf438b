import { documentReader } from '../documents/documents.queries.ts'
import { refundSql } from './refund-details.sql.ts'

/** Reads a refund with its details. @throws 404. */
export const readRefund = documentReader('refund', refundSql)
