import { taxSetKind } from '#areas/finance/books/tax-sets/tax-sets.queries'
import type { ShippingMethodInput } from '#contract/commerce/store-buying'
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
import type { ShippingMethod } from '#prisma/client'
import { parseShippingMethod } from './shipping-methods.input.ts'
import { readShippingMethod, shippingMethodKind } from './shipping-methods.queries.ts'

const MAX_SHIPPING_METHODS = 200

/**
 * Creates a shipping method (id 0) or changes one. Names are unique.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, store-rule, unknown-reference, too-many.
 */
export const saveShippingMethod = (
  scope: Scope,
  id: number,
  input: ShippingMethodInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, shippingMethodKind.table)
    const current = await lockForSave(scope, tx, shippingMethodKind, id, expected, 'no key update')
    if (!current) {
      const count = await tx.shippingMethod.count({ where: { tenantId } })
      requireRoom(count, MAX_SHIPPING_METHODS, 'tenant', 'shipping methods')
    }
    const data = parseShippingMethod(input, current)
    const other = await tx.shippingMethod.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    requireUniqueName(shippingMethodKind, data.name, other)
    await requireReferences(scope, tx, data)
    const saved = current
      ? await tx.shippingMethod.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.shippingMethod.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readShippingMethod(scope, saved.id, tx)
  })

const requireReferences = async (
  scope: Scope,
  tx: Transaction,
  { taxSetId, regions }: Pick<ReturnType<typeof parseShippingMethod>, 'taxSetId' | 'regions'>,
): Promise<void> => {
  if (taxSetId !== null && (await lockRows(scope, tx, taxSetKind, [taxSetId], 'key share')).length === 0)
    throw unknownReference('/TaxSetId', 'tax set')
  const known = new Set((await tx.country.findMany({ select: { alpha2: true } })).map(({ alpha2 }) => alpha2))
  const at = regions.findIndex(({ CountryCode }) => !known.has(CountryCode))
  if (at >= 0) throw unknownReference(`/Regions/${at}/CountryCode`, 'country of ISO 3166-1')
}

/** Deletes a shipping method that no cart or order uses. @throws 404; 409 in-use; 412. */
export const deleteShippingMethod = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const method = await lockRecord(scope, tx, shippingMethodKind, id, expected)
    await requireUnused(scope, tx, shippingMethodKind, method)
    await tx.shippingMethod.delete({ where: { tenantId_id: { tenantId: method.tenantId, id } } })
    await record(scope, tx, nextVersionOf(method), 'deleted')
  })

const record = (scope: Scope, tx: Transaction, method: ShippingMethod, action: ChangeAction): Promise<void> => {
  const { name, type, rates, regions, taxSetId, isActive } = method
  const price = method.price.toString()
  const freeFrom = method.freeFrom?.toString() ?? null
  const details = { changes: { name, type, price, rates, freeFrom, regions, taxSetId, isActive }, payload: { name } }
  return recordChange(scope, tx, changeOf(shippingMethodKind, method, action, details))
}
