import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import { foldedWords } from '#kernel/text/fold'
import type { Address, TaxRegion } from '#prisma/client'
import { taxRegionEvents } from '../books.events.ts'
import { taxRegionList } from './tax-regions.listing.ts'

/** Returns the form in which states are compared; empty for none. */
export const stateKeyOf = (state: string | null): string => foldedWords(state ?? '').join(' ')

export const taxRegionKind: RecordKind<TaxRegion> = {
  entity: 'taxregion',
  noun: 'tax region',
  table: 'tax_region',
  columns: { state: 'StateProvince' },
  events: taxRegionEvents,
  find: (tx, { tenantId, id }) => tx.taxRegion.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns a tax region in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readTaxRegion = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, taxRegionList(scope), id, 'tax region')

/** Lists the tax regions by name. */
export const listTaxRegionChoices = async ({ db }: Scope): Promise<Choice[]> =>
  (await db.prisma.taxRegion.findMany({ where: { tenantId: db.tenantId } })).sort(compareByName)

/**
 * Returns the ids of the regions that a sale belongs to: the country, and the state in it. A sale without a country
 * belongs to the tax region of the tenant's settings, else to the tenant's country.
 *
 * @param address the shipping address, else the billing address; null for none.
 */
export const listTaxRegionIds = async (
  { db, tenant }: Scope,
  models: Models,
  address: Pick<Address, 'countryId' | 'stateProvince'> | null,
): Promise<ReadonlySet<number>> => {
  const { tenantId } = db
  const own = { countryId: tenant.countryId, stateKey: '' }
  const home = { tenantId, id: tenant.taxRegionId ?? 0 }
  const { countryId, stateKey } = address?.countryId
    ? { countryId: address.countryId, stateKey: stateKeyOf(address.stateProvince) }
    : ((await models.taxRegion.findFirst({ where: home })) ?? own)
  const where = { tenantId, countryId, stateKey: { in: ['', stateKey] } }
  return new Set((await models.taxRegion.findMany({ where, select: { id: true } })).map(({ id }) => id))
}
