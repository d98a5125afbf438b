import { documentReader } from '../documents/documents.queries.ts'
import { creditSql } from './credit-details.sql.ts'

/** Reads a credit with its details. @throws 404. */
export const readCredit = documentReader('credit', creditSql)
