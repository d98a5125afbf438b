import type { TaxSetInput } from '#contract/finance/taxes'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockRows, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { changedPart } from '#services/tenant-log/changed-part'
import { taxRegionKind } from '../tax-regions/tax-regions.queries.ts'
import { parseRates, parseTaxSet, type RateData, type TaxSetData } from './tax-sets.input.ts'
import { readTaxSet, type TaxSetWithRates, taxSetKind, withRates } from './tax-sets.queries.ts'

const MAX_TAX_SETS = 1000

/**
 * Creates a tax set (id 0) or changes one, with its rates. Names are unique.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, named-twice, unknown-reference, too-many.
 */
export const saveTaxSet = (
  scope: Scope,
  id: number,
  input: TaxSetInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, taxSetKind.table)
    const current = await lockForSave(scope, tx, taxSetKind, id, expected, 'no key update')
    if (!current) requireRoom(await tx.taxSet.count({ where: { tenantId } }), MAX_TAX_SETS, 'tenant', 'tax sets')
    const data = parseTaxSet(input, current)
    const rates = parseRates(input, current)
    await requireUniqueInRegion(scope, tx, id, data)
    const saved = current
      ? await tx.taxSet.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.taxSet.create({ data: { ...data, tenantId } })
    if (rates) await saveRates(scope, tx, saved.id, rates)
    const after = await tx.taxSet.findFirstOrThrow({ where: { tenantId, id: saved.id }, ...withRates })
    await record(scope, tx, after, current ? 'updated' : 'created', current)
    return readTaxSet(scope, saved.id, tx)
  })

/** Deletes a tax set that no record uses, with its rates. @throws 404; 409 in-use; 412. */
export const deleteTaxSet = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const taxSet = await lockRecord(scope, tx, taxSetKind, id, expected)
    await requireUnused(scope, tx, taxSetKind, taxSet)
    await tx.taxSet.delete({ where: { tenantId_id: { tenantId: taxSet.tenantId, id } } })
    await record(scope, tx, nextVersionOf(taxSet), 'deleted', taxSet)
  })

const requireUniqueInRegion = async (scope: Scope, tx: Transaction, id: number, data: TaxSetData): Promise<void> => {
  const { name, nameKey, regionId } = data
  const other = await tx.taxSet.findFirst({ where: { tenantId: scope.db.tenantId, nameKey, id: { not: id } } })
  requireUniqueName(taxSetKind, name, other)
  if (regionId === null || (await lockRows(scope, tx, taxRegionKind, [regionId], 'key share')).length > 0) return
  throw unknownReference('/TaxRegionId', 'tax region')
}

/** Replaces the rates. Removed ones stay stored, because lines of documents reference them. */
const saveRates = async (
  scope: Scope,
  tx: Transaction,
  taxSetId: number,
  rates: readonly RateData[],
): Promise<void> => {
  const { tenantId } = scope.db
  const kept = rates.flatMap(({ id }) => (id === 0 ? [] : [id]))
  await tx.taxRate.updateMany({
    where: { tenantId, taxSetId, removedAt: null, id: { notIn: kept } },
    data: { removedAt: scope.clock.now() },
  })
  for (const { id, ...data } of rates) {
    if (id === 0) await tx.taxRate.create({ data: { ...data, tenantId, taxSetId } })
    else await tx.taxRate.update({ where: { tenantId_id: { tenantId, id } }, data })
  }
}

const record = (
  scope: Scope,
  tx: Transaction,
  taxSet: TaxSetWithRates,
  action: ChangeAction,
  before: TaxSetWithRates | null,
): Promise<void> => {
  const changes = changedPart('Rates', before && ratesOf(before), action === 'deleted' ? null : ratesOf(taxSet))
  return recordChange(scope, tx, changeOf(taxSetKind, taxSet, action, { changes, payload: { name: taxSet.name } }))
}

const ratesOf = ({ rates }: TaxSetWithRates) =>
  rates.map(({ name, percent }) => ({ Name: name, Percent: percent.toString() }))
