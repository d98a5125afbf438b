import { releaseFiles } from '#areas/integration/files/attachments.service'
import { STORE_ITEM_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { deleteValues, planRecordValues, saveValues } from '#areas/people/custom-fields/values/values.service'
import { type FieldFault, notFound, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma, StoreItem, StoreSubItem } from '#prisma/client'
import { addImages } from '../images/waiting-images.service.ts'
import { updateStock } from '../stock/stock.service.ts'
import { parseParts, saveParts, saveSubItems } from './item-parts.service.ts'
import { type CleanItemInput, parseItem } from './items.input.ts'
import { findPriceSpan, type KindId } from './items.model.ts'
import { listSubItems, storeItemKind } from './items.queries.ts'
import { requireReferences } from './references.service.ts'
import { parseSubItems, type SubItemData } from './sub-items.input.ts'

/**
 * Creates an item (id 0) at the end of the display order, or changes one, with its sub-items, custom fields and stock.
 *
 * @param input with sanitized HTML.
 * @throws 404; 409 duplicate, stock-in-use; 412; 422 name-needed, unknown-reference, required-field, store-rule,
 *   wrong-category-type, file-taken.
 */
export const saveItem = (
  scope: Scope,
  kindId: KindId,
  input: CleanItemInput,
  expected: ExpectedVersion,
): Promise<StoreItem> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const id = input.StoreItemId ?? 0
    await lockSubject(scope, tx, storeItemKind.table)
    const current = await lockForSave(scope, tx, storeItemKind, id, expected, 'no key update')
    if (current && current.kindId !== kindId) throw notFound('store item')
    const before = current ? await listSubItems(tx, tenantId, id) : []
    const { count, data, subItems, parts } = await parseAll(scope, tx, { kindId, input, current, before })
    const owner = { objectTypes: STORE_ITEM_OBJECT_TYPES, objectId: id }
    const plan = await planRecordValues(scope, tx, owner, input.CustomFields)
    const values = { ...data, ...parts.columns, ...spanOf(data.price, subItems) }
    const positions = await positionsOf(tx, tenantId, data, current)
    const saved = current
      ? await tx.storeItem.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...values, ...positions, ...NEXT_VERSION },
        })
      : await tx.storeItem.create({ data: { ...values, ...positions, tenantId, kindId } })
    await saveValues(tx, tenantId, [{ objectId: saved.id, plan }])
    await saveParts(scope, tx, saved, parts)
    await addImages(scope, tx, saved.id, input.Images ?? [])
    const counts = await saveSubItems(scope, tx, saved.id, subItems, before)
    await updateStock(scope, tx, { before: current, saved, subItems: before, count, counts })
    await recordItem(scope, tx, saved, current ? 'updated' : 'created', plan.changes)
    return saved
  })

/**
 * Deletes an item with its sub-items, lots and images. An item that was sold is deactivated instead.
 *
 * @throws 404; 409 in-use; 412.
 */
export const deleteItem = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const where = { tenantId_id: { tenantId, id } }
    const item = await lockRecord(scope, tx, storeItemKind, id, expected)
    if (item.isSold) {
      if (!item.isActive) return
      const saved = await tx.storeItem.update({ where, data: { isActive: false, ...NEXT_VERSION } })
      return recordItem(scope, tx, saved, 'updated')
    }
    await requireUnused(scope, tx, storeItemKind, item)
    await deleteValues(tx, tenantId, STORE_ITEM_OBJECT_TYPES, id)
    await tx.storeItem.delete({ where })
    await releaseFiles(scope, tx, { kind: storeItemKind.entity, id })
    await recordItem(scope, tx, nextVersionOf(item), 'deleted')
  })

interface Parsing {
  kindId: KindId
  input: CleanItemInput
  current: StoreItem | null
  /** The sub-items before the save. */
  before: readonly StoreSubItem[]
}

/** Parses a request, and reports everything that breaks a rule of the store at once. */
const parseAll = async (scope: Scope, tx: Transaction, { kindId, input, current, before }: Parsing) => {
  const faults: FieldFault[] = []
  const { count, ...data } = parseItem(kindId, input, current, faults)
  const subItems = parseSubItems(input.SubItems ?? [], before, faults)
  if (!data.hasSubItems && subItems.some(({ isRemoved, row }) => !isRemoved && row.isActive))
    faults.push({ pointer: '/HasSubItems', message: 'must be true while the item has active sub-items' })
  const parts = await parseParts(scope, tx, { kindId, input, current, data }, faults)
  if (faults.length > 0) throw ruleRefused('store-rule', 'The item breaks rules of the store.', faults)
  const where = { tenantId: scope.db.tenantId, nameKey: data.nameKey, id: { not: current?.id ?? 0 } }
  requireUniqueName(storeItemKind, data.name, await tx.storeItem.findFirst({ where, select: { id: true } }))
  await requireReferences(scope, tx, { data, current, pointer: input.settings.pointer, ...parts })
  return { count, data, subItems, parts }
}

const spanOf = (price: string, subItems: readonly SubItemData[]) => {
  const left = subItems.filter(({ isRemoved }) => !isRemoved)
  const priced = left.map(({ row }) => ({ isActive: row.isActive, price: row.price && toCents(row.price) }))
  const { min, max } = findPriceSpan(
    toCents(price),
    priced.map(({ isActive, price: own }) => ({ isActive, price: typeof own === 'number' ? own : null })),
  )
  return { minPrice: fromCents(min), maxPrice: fromCents(max) }
}

/** A new item, and a new add-on, are the last. The subject of the items is locked. */
const positionsOf = async (
  tx: Transaction,
  tenantId: number,
  { isAddOn }: Pick<StoreItem, 'isAddOn'>,
  current: StoreItem | null,
) => {
  const isNewAddOn = isAddOn && !current?.isAddOn
  const { _max: last } = await tx.storeItem.aggregate({ where: { tenantId }, _max: { position: true } })
  const addOns = { where: { tenantId, isAddOn: true }, _max: { addOnPosition: true } } as const
  const { _max: lastAddOn } = isNewAddOn ? await tx.storeItem.aggregate(addOns) : { _max: { addOnPosition: null } }
  return {
    position: current?.position ?? (last.position ?? 0) + 1,
    addOnPosition: isNewAddOn ? (lastAddOn.addOnPosition ?? 0) + 1 : isAddOn ? (current?.addOnPosition ?? 1) : null,
  }
}

/** Writes the history and the event of a change of an item. @param part what else has changed. */
export const recordItem = (
  scope: Scope,
  tx: Transaction,
  item: StoreItem,
  action: ChangeAction,
  part: Prisma.InputJsonObject = {},
): Promise<void> => {
  const payload = { name: item.name }
  return recordChange(scope, tx, changeOf(storeItemKind, item, action, { changes: part, payload }))
}
