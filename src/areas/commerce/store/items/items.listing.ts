import { StoreDisplayOrderRow } from '#contract/commerce/store'
import { listOf } from '#kernel/listing/columns'
import { choiceField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { type ListField, type Listing, orEmptySql } from '#kernel/listing/listing'
import type { Condition } from '#kernel/listing/request'
import { isInUseSql, usesOf } from '#kernel/records/uses'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { KIND_NAMES } from './items.model.ts'

const id = Prisma.sql`i.id`
const name = Prisma.sql`i.name`
const category = Prisma.sql`k.name`

/** The pieces that can still be sold; null if stock is not tracked. */
const remaining = Prisma.sql`CASE i.tracking_id WHEN 2 THEN i.on_hand - i.held - i.backordered
  WHEN 3 THEN (SELECT coalesce(sum(s.on_hand - s.held - s.backordered), 0)::integer FROM store_sub_item s
    WHERE s.tenant_id = i.tenant_id AND s.item_id = i.id) END`

const priceText = Prisma.sql`CASE WHEN i.min_price = i.max_price THEN i.min_price::text
  ELSE i.min_price::text || ' to ' || i.max_price::text END`

const kindName = Prisma.sql`CASE i.kind_id ${Prisma.join(
  Object.entries(KIND_NAMES).map(([kind, text]) => Prisma.sql`WHEN ${Prisma.raw(kind)} THEN ${text}::text`),
  ' ',
)} END`

/** The settings of an item as JSON; see StoreItemSettings. */
const settings = Prisma.sql`json_build_object('MaxPerOrder', i.max_per_order, 'MemberPrice', i.member_price,
  'IsMembershipAddOn', i.is_add_on, 'TaxSetId', i.tax_set_id, 'WeightInGrams', i.weight_grams,
  'VoucherValue', i.voucher_value, 'VoucherStoreItemId', i.voucher_item_id, 'VoucherValidMonths', i.voucher_months,
  'MaxDownloads', i.max_downloads, 'DownloadDays', i.download_days)`

const moneyField = (sql: Sql): ListField => valueField('money', sql)

const fieldsOf = (position: Sql): Record<string, ListField> => ({
  StoreItemId: valueField('integer', id),
  ParentStoreItemId: optionalField('integer', Prisma.sql`NULL::integer`),
  HasSubItems: valueField('boolean', Prisma.sql`i.has_sub_items`),
  ProductName: valueField('text', name, Prisma.sql`lower(${name}) COLLATE "C"`),
  ItemType: valueField('integer', Prisma.sql`i.kind_id`),
  InventoryTrackingMethodTypeId: valueField('integer', Prisma.sql`i.tracking_id`),
  ItemTypeStr: choiceField('ItemType', KIND_NAMES, valueField('text', kindName)),
  Category: optionalField('text', category),
  Price: moneyField(Prisma.sql`i.price`),
  MinPrice: moneyField(Prisma.sql`i.min_price`),
  MaxPrice: moneyField(Prisma.sql`i.max_price`),
  PriceDescription: {
    ...valueField('text', priceText),
    order: [
      { type: 'money', sql: Prisma.sql`i.min_price` },
      { type: 'money', sql: Prisma.sql`i.max_price` },
    ],
  },
  InventoryRemaining: optionalField('integer', remaining),
  IsActive: valueField('boolean', Prisma.sql`i.is_active`),
  DisplayOrder: valueField('integer', position),
})

const listingOf = (listed: Sql, position: Sql, bucket: string): Listing => ({
  from: Prisma.sql`store_item i LEFT JOIN category_item k ON k.tenant_id = i.tenant_id AND k.id = i.category_id`,
  row: StoreDisplayOrderRow,
  tenant: Prisma.sql`i.tenant_id`,
  id,
  listed,
  defaultOrder: 'DisplayOrder',
  fields: fieldsOf(position),
  searched: Prisma.sql`(${name} || ' ' || ${orEmptySql(Prisma.sql`i.short_description`)} || ' ' || ${orEmptySql(category)})`,
  totals: {
    values: { ItemType: Object.keys(KIND_NAMES).map(Number), IsActive: [true, false] },
    bucket: ({ ItemType, IsActive }) => `${bucket}:${ItemType}:${IsActive ? 't' : 'f'}`,
  },
})

const ITEMS = listingOf(Prisma.sql`true`, Prisma.sql`i.position`, 'storeitem')
const ADD_ONS = listingOf(Prisma.sql`i.is_add_on`, Prisma.sql`i.add_on_position`, 'storeaddon')

const itemList = (scope: Scope, listing: Listing, position: Sql): List =>
  listOf(listing, {
    ItemType: Prisma.sql`i.kind_id::text`,
    InventoryTrackingMethodTypeId: Prisma.sql`i.tracking_id::text`,
    SettingJson: Prisma.sql`${settings}::text`,
    Settings: settings,
    MinPrice: Prisma.sql`i.min_price::text`,
    MaxPrice: Prisma.sql`i.max_price::text`,
    InventoryRemaining: Prisma.sql`(${remaining})::text`,
    DisplayOrder: Prisma.sql`${position}::text`,
    Actions: actionsSql(scope),
  })

/** Returns what the caller can do with an item now: an item in use can be deactivated, but not deleted. */
const actionsSql = (scope: Scope): Sql => {
  if (scope.chapters || !hasGrant(scope, 'store:write')) return Prisma.sql`'[]'::json`
  const inUse = isInUseSql(usesOf('storeitem'), scope, id)
  return Prisma.sql`array_to_json(array_remove(ARRAY['edit', CASE WHEN i.is_active THEN 'deactivate' ELSE 'activate' END,
    CASE WHEN NOT ${inUse} THEN 'delete' END], NULL))`
}

/** Lists store items `i`, in display order. */
export const storeItemList = (scope: Scope): List => itemList(scope, ITEMS, Prisma.sql`i.position`)

/** Lists the items that are offered with a membership, in the order of add-ons. */
export const addOnList = (scope: Scope): List => itemList(scope, ADD_ONS, Prisma.sql`i.add_on_position`)

/** Returns the condition of the filter's own field. */
export const filterByKind = (kind: string | null | undefined): Condition[] =>
  kind == null
    ? []
    : [
        {
          filter: { op: 'eq', field: 'ItemType', value: { kind: 'number', text: kind } },
          item: { Field: 'StoreItemType', Operator: 'eq', Value: kind },
        },
      ]
