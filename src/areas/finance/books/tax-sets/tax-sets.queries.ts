import type { RecordKind } from '#kernel/records/record-kind'
import type { TaxSet } from '#prisma/client'
import { taxSetEvents } from './tax-sets.events.ts'

export const taxSetKind: RecordKind<TaxSet> = {
  entity: 'taxset',
  noun: 'tax set',
  table: 'tax_set',
  events: taxSetEvents,
  find: (tx, { tenantId, id }) => tx.taxSet.findFirst({ where: { tenantId, id } }),
}
