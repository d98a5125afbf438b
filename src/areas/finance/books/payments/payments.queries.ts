import type { RecordKind } from '#kernel/records/record-kind'
import type { Payment } from '#prisma/client'
import { documentEvents } from '../books.events.ts'
import { documentReader } from '../documents/documents.queries.ts'
import { paymentSql } from './payment-details.sql.ts'

export const paymentKind: RecordKind<Payment> = {
  entity: 'payment',
  table: 'payment',
  events: documentEvents.payment,
  find: (tx, { tenantId, id }) => tx.payment.findFirst({ where: { tenantId, id } }),
}

/** Reads a payment with its applications. @throws 404. */
export const readPayment = documentReader('payment', paymentSql)
