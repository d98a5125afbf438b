import { documentReader } from '../documents/documents.queries.ts'
import { paymentSql } from './payment-details.sql.ts'

/** Reads a payment with its applications. @throws 404. */
export const readPayment = documentReader('payment', paymentSql)
