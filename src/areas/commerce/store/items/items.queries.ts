import { STORE_ITEM_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { listRecordFields } from '#areas/people/custom-fields/values/values.queries'
import { listActiveTypes } from '#areas/people/memberships/types/membership-types.queries'
import type { RecordCustomField } from '#contract/people/contacts'
import { notFound } from '#kernel/errors/problem'
import type { Choice } from '#kernel/http/lookup-choices'
import { PAGE } from '#kernel/listing/request'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { Prisma, type StoreItem, type StoreSubItem } from '#prisma/client'
import { WITH_NAMES } from '../images/images.queries.ts'
import { storeItemEvents } from '../store.events.ts'
import { KIND, type KindId, kindOf, TRACKING } from './items.model.ts'

export const storeItemKind: RecordKind<StoreItem> = {
  entity: 'storeitem',
  noun: 'store item',
  table: 'store_item',
  columns: { on_hand: null, held: null, backordered: null },
  events: storeItemEvents,
  find: (tx, { tenantId, id }) => tx.storeItem.findFirst({ where: { tenantId, id } }),
}

/** The parts of an item that its documented shape contains. */
const WITH_PARTS = {
  subItems: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
  images: { orderBy: [{ position: 'asc' }, { id: 'asc' }], include: WITH_NAMES },
  membershipTypes: { select: { membershipTypeId: true }, orderBy: { membershipTypeId: 'asc' } },
  supplier: { select: { contactId: true, contact: { select: { displayName: true, deletedAt: true } } } },
  downloadFile: { select: { id: true, name: true, size: true } },
} as const satisfies Prisma.StoreItemInclude

export type ItemWithParts = Prisma.StoreItemGetPayload<{ include: typeof WITH_PARTS }>

/** A membership type that an item can be reserved for; the name is null if the caller cannot read membership types. */
interface TypeChoice {
  id: number
  name: string | null
}

/** Returns an item of a kind with its parts. @throws 404. */
const getItem = async ({ db }: Pick<Scope, 'db'>, id: number, kindId: KindId): Promise<ItemWithParts> => {
  const item = await db.prisma.storeItem.findFirst({
    where: { tenantId: db.tenantId, id, kindId },
    include: WITH_PARTS,
  })
  if (!item) throw notFound('store item')
  return item
}

/** An item, the membership types to choose from, and its custom fields. */
export interface ItemToPresent {
  item: ItemWithParts
  types: readonly TypeChoice[]
  fields: RecordCustomField[]
}

/** Returns what the documented shape of an item contains; id 0: of a blank one. @throws 404. */
export const getItemToPresent = async (scope: Scope, id: number, kindId: KindId): Promise<ItemToPresent> => {
  const item = id === 0 ? blankItem(scope.db.tenantId, kindId) : await getItem(scope, id, kindId)
  const chosen = item.membershipTypes.map(({ membershipTypeId }) => membershipTypeId)
  const fields = await listRecordFields(scope.db, STORE_ITEM_OBJECT_TYPES, id)
  return { item, types: await listTypeChoices(scope, chosen), fields }
}

const ZERO = new Prisma.Decimal(0)

/** Returns an item with the default values, which is not stored. */
const blankItem = (tenantId: number, kindId: KindId): ItemWithParts => ({
  tenantId,
  id: 0,
  auditId: 0,
  kindId,
  name: '',
  nameKey: '',
  description: null,
  shortDescription: null,
  price: ZERO,
  memberPrice: null,
  minPrice: ZERO,
  maxPrice: ZERO,
  feeItemId: null,
  classId: null,
  taxSetId: null,
  categoryId: null,
  isActive: true,
  availableOn: null,
  endsOn: null,
  isForMembers: false,
  minQuantity: null,
  maxPerOrder: null,
  trackingId: TRACKING.none,
  isCountedManually: false,
  showsQuantity: false,
  allowsBackorder: false,
  onHand: 0,
  held: 0,
  backordered: 0,
  hasSubItems: false,
  isSold: false,
  position: 0,
  isAddOn: false,
  addOnPosition: null,
  isShipped: kindId === KIND.physical,
  weightGrams: null,
  downloadFileId: null,
  fileExpiresOn: null,
  needsMembership: false,
  maxDownloads: null,
  downloadDays: null,
  voucherTypeId: null,
  voucherValue: null,
  voucherItemId: null,
  voucherMonths: null,
  infoMessage: null,
  createdAt: new Date(0),
  subItems: [],
  images: [],
  membershipTypes: [],
  supplier: null,
  downloadFile: null,
})

/** Lists the membership types that an item can be reserved for, and those for which it is. */
const listTypeChoices = async (scope: Scope, chosen: readonly number[]): Promise<TypeChoice[]> => {
  if (!hasGrant(scope, 'memberships:read')) return chosen.map((id) => ({ id, name: null }))
  const active: TypeChoice[] = await listActiveTypes(scope)
  const others = chosen.filter((id) => !active.some((type) => type.id === id))
  return [...active.map(({ id, name }) => ({ id, name })), ...others.map((id) => ({ id, name: null }))]
}

export interface ItemChoice {
  id: number
  name: string
}

/** Lists the first active items in display order. */
export const listItemChoices = ({ db }: Scope): Promise<ItemChoice[]> =>
  db.prisma.storeItem.findMany({
    where: { tenantId: db.tenantId, isActive: true },
    select: { id: true, name: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    take: PAGE.max,
  })

/** Lists the first active items that are offered with a membership, in the order of add-ons. */
export const listAddOnChoices = ({ db }: Scope): Promise<ItemChoice[]> =>
  db.prisma.storeItem.findMany({
    where: { tenantId: db.tenantId, isActive: true, isAddOn: true },
    select: { id: true, name: true },
    orderBy: [{ addOnPosition: 'asc' }, { id: 'asc' }],
    take: PAGE.max,
  })

/** Returns an item of any kind with what its documented shape contains. @throws 404. */
export const getItemOfAnyKind = async (scope: Scope, id: number): Promise<ItemToPresent> => {
  const { kindId } = await getRecord(scope, storeItemKind, id)
  return getItemToPresent(scope, id, kindOf(kindId))
}

/** Lists the sub-items of an item in display order. */
export const listSubItems = (models: Models, tenantId: number, itemId: number): Promise<StoreSubItem[]> =>
  models.storeSubItem.findMany({ where: { tenantId, itemId }, orderBy: [{ position: 'asc' }, { id: 'asc' }] })

/** Lists the active sub-items of an item, with their price. @throws 404. */
export const listSubItemChoices = async (scope: Scope, itemId: number): Promise<Choice[]> => {
  const { price } = await getRecord(scope, storeItemKind, itemId)
  const all = await listSubItems(scope.db.prisma, scope.db.tenantId, itemId)
  const active = all.filter(({ isActive }) => isActive)
  return active.map((each) => ({ id: each.id, name: each.name, extra: (each.price ?? price).toFixed(2) }))
}
