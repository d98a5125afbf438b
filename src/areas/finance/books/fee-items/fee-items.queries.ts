import type { RecordKind } from '#kernel/records/record-kind'
import type { FeeItem } from '#prisma/client'
import { feeItemEvents } from './fee-items.events.ts'

export const feeItemKind: RecordKind<FeeItem> = {
  entity: 'feeitem',
  noun: 'fee item',
  table: 'fee_item',
  events: feeItemEvents,
  find: (tx, { tenantId, id }) => tx.feeItem.findFirst({ where: { tenantId, id } }),
}
