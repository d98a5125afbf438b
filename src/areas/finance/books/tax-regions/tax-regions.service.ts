import type { TaxRegionInput } from '#contract/finance/taxes'
import { badInput, conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { nameKeyOf, parseName } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { optionalLine } from '#kernel/text/one-line'
import type { TaxRegion } from '#prisma/client'
import { readTaxRegion, stateKeyOf, taxRegionKind } from './tax-regions.queries.ts'

const MAX_REGIONS = 1000

type TaxRegionData = Pick<TaxRegion, 'name' | 'nameKey' | 'countryId' | 'state' | 'stateKey'>

/**
 * Creates a tax region (id 0) or changes one. Names are unique, and so is the pair of country and state.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, unknown-reference, too-many.
 */
export const saveTaxRegion = (
  scope: Scope,
  id: number,
  input: TaxRegionInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, taxRegionKind.table)
    const current = await lockForSave(scope, tx, taxRegionKind, id, expected, 'no key update')
    if (!current) requireRoom(await tx.taxRegion.count({ where: { tenantId } }), MAX_REGIONS, 'tenant', 'tax regions')
    const data = parseTaxRegion(input, current)
    await requireUnique(scope, tx, id, data)
    const saved = current
      ? await tx.taxRegion.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.taxRegion.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readTaxRegion(scope, saved.id, tx)
  })

/** Deletes a tax region that no record uses. @throws 404; 409 in-use; 412. */
export const deleteTaxRegion = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const region = await lockRecord(scope, tx, taxRegionKind, id, expected)
    await requireUnused(scope, tx, taxRegionKind, region)
    await tx.taxRegion.delete({ where: { tenantId_id: { tenantId: region.tenantId, id } } })
    await record(scope, tx, nextVersionOf(region), 'deleted')
  })

const parseTaxRegion = (input: TaxRegionInput, current: TaxRegion | null): TaxRegionData => {
  const name = parseName(input.Name, current?.name)
  const countryId = input.CountryId ?? current?.countryId
  if (countryId === undefined) throw badInput('/CountryId', 'is required')
  const state = optionalLine(input.StateProvince, current?.state)
  const stateKey = stateKeyOf(state)
  if (state && !stateKey) throw badInput('/StateProvince', 'must contain a letter or a digit')
  return { name, nameKey: nameKeyOf(name), countryId, state, stateKey }
}

const requireUnique = async (scope: Scope, tx: Transaction, id: number, data: TaxRegionData): Promise<void> => {
  const others = { tenantId: scope.db.tenantId, id: { not: id } }
  const { name, nameKey, countryId, stateKey } = data
  requireUniqueName(taxRegionKind, name, await tx.taxRegion.findFirst({ where: { ...others, nameKey } }))
  if (!(await tx.country.findFirst({ where: { id: countryId } })))
    throw unknownReference('/CountryId', 'country of ISO 3166-1')
  const same = await tx.taxRegion.findFirst({ where: { ...others, countryId, stateKey } })
  if (same) throw conflict('duplicate', `The tax region "${same.name}" already has this country and state.`)
}

const record = (scope: Scope, tx: Transaction, region: TaxRegion, action: ChangeAction): Promise<void> => {
  const payload = { name: region.name }
  return recordChange(scope, tx, changeOf(taxRegionKind, region, action, { payload }))
}
