import type { RecordKind } from '#kernel/records/record-kind'
import type { PaymentSubtype } from '#prisma/client'
import { paymentSubtypeEvents } from './payment-subtypes.events.ts'

export const paymentSubtypeKind: RecordKind<PaymentSubtype> = {
  entity: 'paymentsubtype',
  noun: 'payment subtype',
  table: 'payment_subtype',
  events: paymentSubtypeEvents,
  find: (tx, { tenantId, id }) => tx.paymentSubtype.findFirst({ where: { tenantId, id } }),
}
