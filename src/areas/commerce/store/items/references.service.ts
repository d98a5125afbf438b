import type { LockSoldItem } from '#areas/commerce/benefit-ledger/items/items.service'
import { transactionClassKind } from '#areas/finance/books/classes/classes.queries'
import { feeItemKind } from '#areas/finance/books/fee-items/fee-items.queries'
import { taxSetKind } from '#areas/finance/books/tax-sets/tax-sets.queries'
import { findCategory } from '#areas/people/contacts/categories/categories.queries'
import { requireContacts } from '#areas/people/contacts/contacts.queries'
import { membershipTypeKind } from '#areas/people/memberships/types/membership-types.queries'
import { MAX_ID } from '#kernel/database/ids'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { lockRecordIfPresent, lockRows } from '#kernel/records/lock'
import type { RecordKind } from '#kernel/records/record-kind'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StoreItem } from '#prisma/client'
import type { ItemData } from './items.input.ts'
import { KIND } from './items.model.ts'
import { storeItemKind } from './items.queries.ts'

interface References {
  data: Omit<ItemData, 'count'>
  current: StoreItem | null
  /** The pointer of the field that contains the settings. */
  pointer: string
  supplierId: number | null | undefined
  membershipTypeIds: readonly number[] | undefined
}

/**
 * Rejects references to records that do not exist, and new ones to records that are not active. References that stay are
 * not checked, so that an item of a saleable item that is no longer active can be changed.
 *
 * @throws 422 unknown-reference, store-rule, wrong-category-type.
 */
export const requireReferences = async (
  scope: Scope,
  tx: Transaction,
  { data, current, pointer, supplierId, membershipTypeIds }: References,
): Promise<void> => {
  const missing: FieldFault[] = []
  const inactive: FieldFault[] = []
  const check = async <R extends { isActive: boolean }>(
    kind: RecordKind<R>,
    at: string,
    id: number | null,
    before: number | null | undefined,
  ): Promise<void> => {
    if (id === null || id === before) return
    const found = id <= MAX_ID ? await lockRecordIfPresent(scope, tx, kind, id, 'share') : null
    const noun = kind.noun ?? kind.entity
    if (!found) missing.push(referenceFault(at, noun))
    else if (!found.isActive) inactive.push({ pointer: at, message: `must be an active ${noun}` })
  }
  await check(feeItemKind, '/SaleableItemId', data.feeItemId, current?.feeItemId)
  await check(transactionClassKind, '/AccountingClassId', data.classId, current?.classId)
  await check(taxSetKind, `${pointer}/TaxSetId`, data.taxSetId, current?.taxSetId)
  if (membershipTypeIds) missing.push(...(await findUnknownTypes(scope, tx, membershipTypeIds)))
  await check(FREE_ITEM, `${pointer}/VoucherStoreItemId`, data.voucherItemId, current?.voucherItemId)
  if (data.categoryId !== null && data.categoryId !== current?.categoryId)
    missing.push(...(await findWrongCategory(scope, tx, data.categoryId)))
  if (missing.length > 0) throw unknownReferences(missing)
  if (inactive.length > 0) throw ruleRefused('store-rule', 'The item references records that are not active.', inactive)
  if (supplierId) await requireContacts(scope, tx, [{ pointer: '/ContactId', contactId: supplierId }])
}

/** The items that a voucher can give. */
const FREE_ITEM: RecordKind<StoreItem> = {
  ...storeItemKind,
  noun: 'physical or digital item',
  find: (tx, { tenantId, id }) =>
    tx.storeItem.findFirst({ where: { tenantId, id, kindId: { in: [KIND.physical, KIND.digital] } } }),
}

/** The type of the category lists of store items. */
const STORE_CATEGORIES = 4

/** @throws 422 wrong-category-type. */
const findWrongCategory = async (scope: Scope, tx: Transaction, id: number): Promise<FieldFault[]> => {
  const pointer = '/CategoryItemId'
  const found = id <= MAX_ID ? await findCategory(tx, scope, id) : null
  if (!found) return [referenceFault(pointer, 'category')]
  if (found.list.typeId === STORE_CATEGORIES) return []
  throw ruleRefused('wrong-category-type', 'The category is not of a list for store items.', [
    { pointer, message: `must be of a category list of type ${STORE_CATEGORIES}` },
  ])
}

const findUnknownTypes = async (scope: Scope, tx: Transaction, ids: readonly number[]): Promise<FieldFault[]> => {
  const found = new Set(
    await lockRows(
      scope,
      tx,
      membershipTypeKind,
      ids.filter((id) => id <= MAX_ID),
      'share',
    ),
  )
  const unknown = ids.find((id) => !found.has(id))
  return unknown === undefined ? [] : [referenceFault('/MembershipTypes', `membership type ${unknown}`)]
}

/** Locks an item of the store that a benefit references. */
export const lockBenefitItem: LockSoldItem = async (scope, tx, itemId) =>
  (await lockRows(scope, tx, storeItemKind, [itemId], 'key share')).length > 0
