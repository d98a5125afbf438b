import type { RecordKind } from '#kernel/records/record-kind'
import type { Discount } from '#prisma/client'
import { discountEvents } from './discounts.events.ts'

export const discountKind: RecordKind<Discount> = {
  entity: 'discount',
  table: 'discount',
  events: discountEvents,
  find: (tx, { tenantId, id }) => tx.discount.findFirst({ where: { tenantId, id } }),
}
