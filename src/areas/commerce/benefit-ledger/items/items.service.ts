import type { BenefitItemInput } from '#contract/commerce/benefits'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { nameKeyOf, parseName, parseText } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { BenefitItem } from '#prisma/client'
import { benefitItemKind, readBenefitItem } from './items.queries.ts'

/** Locks an item that benefits reduce the price of against a deletion, and returns whether it exists. */
export type LockSoldItem = (scope: Scope, tx: Transaction, itemId: number) => Promise<boolean>

export const soldItems = register<LockSoldItem>('items that benefits reduce the price of')

/** Locks the item of a benefit against a deletion, and returns whether it exists. */
const lockSoldItem: LockSoldItem = async (scope, tx, itemId) => {
  for (const lock of soldItems.entries()) if (await lock(scope, tx, itemId)) return true
  return false
}

const FREE_PERCENT = 100

/** Parses a benefit. A field that is left out keeps its value. @throws 400 naming the fields, 422 name-needed. */
const parseBenefitItem = (input: BenefitItemInput, current: BenefitItem | null) => {
  const name = parseName(input.Name, current?.name)
  return {
    name,
    nameKey: nameKeyOf(name),
    description: parseText(input.Description, current?.description),
    isActive: input.IsActive ?? current?.isActive ?? true,
    storeItemId: input.StoreItemId === undefined ? (current?.storeItemId ?? null) : input.StoreItemId,
    storePercent: input.StoreDiscountPercent ?? current?.storePercent ?? FREE_PERCENT,
  }
}

const MAX_BENEFITS = 1000

/**
 * Creates a benefit (id 0) or changes one. Names are unique.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, too-many, unknown-reference.
 */
export const saveBenefitItem = (
  scope: Scope,
  id: number,
  input: BenefitItemInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, benefitItemKind.table)
    const current = await lockForSave(scope, tx, benefitItemKind, id, expected, 'no key update')
    if (!current) requireRoom(await tx.benefitItem.count({ where: { tenantId } }), MAX_BENEFITS, 'tenant', 'benefits')
    const data = parseBenefitItem(input, current)
    const other = await tx.benefitItem.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    requireUniqueName(benefitItemKind, data.name, other)
    await requireStoreItem(scope, tx, data.storeItemId)
    const saved = current
      ? await tx.benefitItem.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.benefitItem.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readBenefitItem(scope, saved.id, tx)
  })

/** Locks the item of the store against a deletion. @throws 422 unknown-reference. */
const requireStoreItem = async (scope: Scope, tx: Transaction, itemId: number | null): Promise<void> => {
  if (itemId === null || (await lockSoldItem(scope, tx, itemId))) return
  throw unknownReference('/StoreItemId', 'store item')
}

/** Deletes a benefit that no package contains and no contact ever had. @throws 404; 409 in-use; 412. */
export const deleteBenefitItem = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const item = await lockRecord(scope, tx, benefitItemKind, id, expected)
    await requireUnused(scope, tx, benefitItemKind, item)
    await tx.benefitItem.delete({ where: { tenantId_id: { tenantId: item.tenantId, id } } })
    await record(scope, tx, nextVersionOf(item), 'deleted')
  })

const record = (scope: Scope, tx: Transaction, item: BenefitItem, action: ChangeAction): Promise<void> => {
  const payload = { name: item.name }
  return recordChange(scope, tx, changeOf(benefitItemKind, item, action, { payload }))
}
