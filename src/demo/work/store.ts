import type { CleanItemInput } from '#areas/commerce/store/items/items.input'
import { KIND, type KindId } from '#areas/commerce/store/items/items.model'
import { saveItem } from '#areas/commerce/store/items/items.service'
import type { SentSettings } from '#areas/commerce/store/items/settings.input'
import { saveLot } from '#areas/commerce/store/lots/lots.service'
import { saveCategoryItem, saveCategoryList } from '#areas/people/contacts/categories/categories.service'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { createMaterialField } from './custom-fields.ts'
import { NEW, withFreeName } from './saving.ts'

/** The type of the category lists of store items. */
const STORE_CATEGORIES = 4

type Item = Omit<CleanItemInput, 'Name' | 'settings' | 'StoreItemId'>

const ANY_VERSION = { auditId: null, ifMatch: null, isRequired: false }

/** Creates an item of the demonstration's store. Returns its id. */
export const addItem = async (
  scope: Scope,
  kindId: KindId,
  wanted: string,
  item: Item,
  values: SentSettings['values'] = {},
): Promise<number> => {
  const settings = { values, pointer: '/Settings' }
  const save = (Name: string) => saveItem(scope, kindId, { ...item, Name, settings }, ANY_VERSION)
  return (await withFreeName(wanted, save)).id
}

/** Creates the store of the office: merchandise in two lots, a printed yearbook for members, vouchers, a notice. */
export const loadStore = async (scope: Scope, today: Day): Promise<void> => {
  const { merchandise, publications } = await addCategories(scope)
  const SaleableItemId = await findSaleableItem(scope)
  const sold = { SaleableItemId, ShowAvailableQuantity: true }
  const CustomFieldId = await createMaterialField(scope)
  const madeOf = (Value: string) => ({ CustomFields: [{ CustomFieldId, Value }] })
  const mug = await addItem(
    scope,
    KIND.physical,
    'Harbor mug',
    {
      ...sold,
      Price: 12.5,
      CategoryItemId: merchandise,
      ShortDescription: 'Enamel mug with the crest',
      ...madeOf('Enamelled steel'),
      Description: '<p>Holds 300 ml.</p>',
      HasSubItems: true,
      InventoryTrackingMethodTypeId: '3',
      SubItems: [
        { Name: 'Blue', Sku: 'MUG-BL' },
        { Name: 'White', Sku: 'MUG-WH' },
        { Name: 'Gold rim', Price: 14 },
      ],
    },
    { MemberPrice: 10, MaxPerOrder: 20, WeightInGrams: 320 },
  )
  await addMugs(scope, mug, today)
  const yearbook = await addItem(
    scope,
    KIND.physical,
    'Printed yearbook',
    {
      ...sold,
      Price: 24,
      CategoryItemId: publications,
      InventoryTrackingMethodTypeId: '2',
      AllowBackorder: true,
      ...madeOf('Recycled paper'),
    },
    { MemberPrice: 0, IsMembershipAddOn: true, WeightInGrams: 640 },
  )
  const bought = { PurchaseDate: addDays(today, -90), PurchasePrice: 7.8, Quantity: 250 }
  await saveLot(scope, 0, { StoreItemId: yearbook, ...bought }, NEW)
  await addItem(scope, KIND.physical, 'Window sticker', {
    ...sold,
    Price: 3,
    CategoryItemId: merchandise,
    ShippingNotAvailable: true,
    InventoryTrackingMethodTypeId: '2',
    HasManualTracking: true,
    InventoryRemaining: '60',
  })
  const values = { VoucherValue: 50, VoucherValidMonths: 12, IsMembershipAddOn: true }
  await addItem(scope, KIND.voucher, 'Gift voucher', { SaleableItemId, Price: 50, VoucherTypeId: 1 }, values)
  await addItem(scope, KIND.informational, 'Bulk orders', {
    Price: 0,
    CategoryItemId: merchandise,
    InfoMessage: '<p>Ask the office for orders of more than 20 pieces.</p>',
  })
}

/** The mugs of the second lot were dearer. */
const addMugs = async (scope: Scope, StoreItemId: number, today: Day): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, itemId: StoreItemId }
  const colors = await scope.db.prisma.storeSubItem.findMany({ where, orderBy: { id: 'asc' } })
  for (const [index, { id: StoreSubItemId }] of colors.entries())
    for (const [days, PurchasePrice, Quantity] of [
      [120, 6.4, 40 - 10 * index],
      [30, 7.1, 60 - 20 * index],
    ] as const)
      await saveLot(
        scope,
        0,
        { StoreItemId, StoreSubItemId, PurchaseDate: addDays(today, -days), PurchasePrice, Quantity },
        NEW,
      )
}

const addCategories = async (scope: Scope) => {
  const sent = { CategoryTypeId: STORE_CATEGORIES }
  const list = await withFreeName('Store', (Name) => saveCategoryList(scope, 0, { ...sent, Name }))
  const add = async (Name: string) => String((await saveCategoryItem(scope, list.id, 0, { Name })).id)
  return { merchandise: await add('Merchandise'), publications: await add('Publications') }
}

/** The saleable item for merchandise, or none. */
const findSaleableItem = async ({ db: { prisma, tenantId } }: Scope): Promise<string | null> => {
  const found = await prisma.feeItem.findFirst({ where: { tenantId, isActive: true }, orderBy: { id: 'asc' } })
  return found && String(found.id)
}
