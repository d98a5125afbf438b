import type { RecordKind } from '#kernel/records/record-kind'
import type { TaxRegion } from '#prisma/client'
import { taxRegionEvents } from './tax-regions.events.ts'

export const taxRegionKind: RecordKind<TaxRegion> = {
  entity: 'taxregion',
  noun: 'tax region',
  table: 'tax_region',
  events: taxRegionEvents,
  find: (tx, { tenantId, id }) => tx.taxRegion.findFirst({ where: { tenantId, id } }),
}
