import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import { Prisma } from '#prisma/client'
import { taxSetEvents } from '../books.events.ts'
import type { ChargedRate } from '../documents/pricing.model.ts'
import { taxSetList } from './tax-sets.listing.ts'

/** A tax set with its current rates, in their order. */
export const withRates = {
  include: { rates: { where: { removedAt: null }, orderBy: [{ position: 'asc' }, { id: 'asc' }] } },
} as const satisfies Prisma.TaxSetDefaultArgs

export type TaxSetWithRates = Prisma.TaxSetGetPayload<typeof withRates>

export const taxSetKind: RecordKind<TaxSetWithRates> = {
  entity: 'taxset',
  noun: 'tax set',
  table: 'tax_set',
  columns: { region_id: 'TaxRegionId' },
  events: taxSetEvents,
  find: (tx, { tenantId, id }) => tx.taxSet.findFirst({ where: { tenantId, id }, ...withRates }),
}

/**
 * Returns a tax set in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readTaxSet = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, taxSetList(scope), id, 'tax set')

/** Lists the tax sets by name. */
export const listTaxSets = async ({ db }: Scope): Promise<TaxSetWithRates[]> =>
  (await db.prisma.taxSet.findMany({ where: { tenantId: db.tenantId }, ...withRates })).sort(compareByName)

/** Lists the active tax sets by name. */
export const listTaxSetChoices = async (scope: Scope): Promise<Choice[]> =>
  (await listTaxSets(scope))
    .filter(({ isActive }) => isActive)
    .map(({ id, name, rates }) => ({ id, name, extra: totalRateOf(rates).toString() }))

/** Returns the ids of the active tax sets of regions. */
export const listSetIdsOfRegions = async (
  models: Models,
  tenantId: number,
  regionIds: ReadonlySet<number>,
): Promise<number[]> => {
  const where = { tenantId, isActive: true, regionId: { in: [...regionIds] } }
  return (await models.taxSet.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })).map(({ id }) => id)
}

/** Adds up rates, in percent. */
export const totalRateOf = (rates: TaxSetWithRates['rates']): Prisma.Decimal =>
  rates.reduce((sum, { percent }) => sum.plus(percent), new Prisma.Decimal(0))

/**
 * Returns the rates of tax sets that are charged on a sale, by the id of the set. A set of a region that the sale does
 * not belong to has none.
 *
 * @param regionIds the regions of the sale, by listTaxRegionIds.
 */
export const listChargedRates = async (
  models: Models,
  tenantId: number,
  taxSetIds: readonly number[],
  regionIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ChargedRate[]>> => {
  if (taxSetIds.length === 0) return new Map()
  const found = await models.taxSet.findMany({ where: { tenantId, id: { in: [...taxSetIds] } }, ...withRates })
  return new Map(
    found.map(({ id, regionId, rates }) => [
      id,
      regionId === null || regionIds.has(regionId) ? rates.map(chargedRateOf) : [],
    ]),
  )
}

const chargedRateOf = ({ id, name, percent }: TaxSetWithRates['rates'][number]): ChargedRate => ({
  taxRateId: id,
  name,
  percent: percent.toString(),
})
