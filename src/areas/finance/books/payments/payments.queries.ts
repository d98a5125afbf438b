import type { RecordKind } from '#kernel/records/record-kind'
import type { Payment } from '#prisma/client'
import { bookEvents } from '../books.events.ts'

export const paymentKind: RecordKind<Payment> = {
  entity: 'payment',
  table: 'payment',
  events: { created: bookEvents.paymentRecorded, updated: bookEvents.paymentUpdated },
  find: (tx, { tenantId, id }) => tx.payment.findFirst({ where: { tenantId, id } }),
}
