import type { StoreSubItemInput } from '#contract/commerce/store'
import type { FieldFault } from '#kernel/errors/problem'
import { nameKeyOf, parseText } from '#kernel/records/names'
import { unknownReferences } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { oneLine } from '#kernel/text/one-line'
import type { StoreSubItem } from '#prisma/client'
import { centsOf, pick, pickAmount, piecesOf } from './parts.input.ts'

/** A sub-item as a save leaves it. */
export interface SubItemData {
  /** 0: a new one. */
  id: number
  /** Its position in the request; null if the request does not contain it. */
  index: number | null
  isRemoved: boolean
  row: ReturnType<typeof rowOf>
  /** The count that staff have sent; undefined: none. */
  count: number | undefined
}

const MAX_SUB_ITEMS = 200

/**
 * Parses the sub-items of a request. Returns those that it leaves out as well, unchanged. Adds what breaks a rule of the
 * store to `faults`.
 *
 * @throws 422 unknown-reference, too-many.
 */
export const parseSubItems = (
  sent: readonly StoreSubItemInput[],
  before: readonly StoreSubItem[],
  faults: FieldFault[],
): SubItemData[] => {
  const known = new Map(before.map((each) => [each.id, each]))
  const unknown = sent.findIndex(({ StoreSubItemId: id }) => id && !known.has(id))
  if (unknown >= 0)
    throw unknownReferences([
      { pointer: `/SubItems/${unknown}/StoreSubItemId`, message: 'does not reference a sub-item of the item' },
    ])
  const sentIds = new Set(sent.map(({ StoreSubItemId: id }) => id))
  let last = Math.max(0, ...before.map(({ position }) => position))
  const changed = sent.map((input, index): SubItemData => {
    const current = known.get(input.StoreSubItemId ?? 0) ?? null
    const at = `/SubItems/${index}`
    return {
      id: current?.id ?? 0,
      index,
      isRemoved: input.IsDeleted ?? false,
      row: rowOf(input, current, { at, faults, position: current ? current.position : ++last }),
      count: piecesOf(input.InventoryRemaining, `${at}/InventoryRemaining`, faults),
    }
  })
  const kept = before.flatMap((current): SubItemData[] => {
    const { id, name, nameKey, sku, price, memberPrice, isActive, position } = current
    const prices = { price: price?.toFixed(2) ?? null, memberPrice: memberPrice?.toFixed(2) ?? null }
    const row = { name, nameKey, sku, ...prices, isActive, position }
    return sentIds.has(id) ? [] : [{ id, index: null, isRemoved: false, row, count: undefined }]
  })
  const all = [...changed, ...kept]
  checkTogether(all, sent, faults)
  return all
}

const rowOf = (
  input: StoreSubItemInput,
  current: StoreSubItem | null,
  { at, faults, position }: { at: string; faults: FieldFault[]; position: number },
) => {
  const name = oneLine(input.Name)
  if (!name) faults.push({ pointer: `${at}/Name`, message: 'must not be blank' })
  const price = centsOf(input.Price, `${at}/Price`, faults)
  const memberPrice = centsOf(input.MemberPrice, `${at}/MemberPrice`, faults)
  const row = {
    name,
    nameKey: nameKeyOf(name),
    sku: parseText(input.Sku, current?.sku),
    price: pickAmount(price, current?.price),
    memberPrice: pickAmount(memberPrice, current?.memberPrice),
    isActive: input.IsActive ?? current?.isActive ?? true,
    position: pick(input.DisplayOrder, position),
  }
  if (row.memberPrice !== null && row.price === null)
    faults.push({ pointer: `${at}/MemberPrice`, message: 'must be null if Price is null' })
  else if (Number(row.memberPrice) > Number(row.price))
    faults.push({ pointer: `${at}/MemberPrice`, message: 'must not be more than Price' })
  return row
}

const checkTogether = (all: readonly SubItemData[], sent: readonly StoreSubItemInput[], faults: FieldFault[]): void => {
  const ids = sent.flatMap(({ StoreSubItemId: id }) => id || [])
  for (const [index, { StoreSubItemId: id }] of sent.entries())
    if (id && ids.indexOf(id) !== ids.lastIndexOf(id))
      faults.push({ pointer: `/SubItems/${index}/StoreSubItemId`, message: 'must not be contained twice' })
  const left = all.filter(({ isRemoved }) => !isRemoved)
  for (const { index, row } of left)
    if (index !== null && left.some((other) => other.index !== index && other.row.nameKey === row.nameKey))
      faults.push({ pointer: `/SubItems/${index}/Name`, message: 'must be unique within the item' })
  requireRoom(left.length - 1, MAX_SUB_ITEMS, 'item', 'sub-items')
}
