import type {
  StoreSubItem as Shape,
  StoreItemKind0,
  StoreItemKind1,
  StoreItemKind2,
  StoreItemKind3,
  StoreItemSettings,
} from '#contract/commerce/store'
import type { Queryable } from '#contract/shared'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { dayOf } from '#kernel/time/day'
import type { StoreSubItem } from '#prisma/client'
import { presentImages } from '../images/images.presenter.ts'
import { countSellable, KIND, TRACKING, VOUCHER } from './items.model.ts'
import type { ItemChoice, ItemToPresent, ItemWithParts } from './items.queries.ts'

/** Presents the sub-items of an item in the order of the list. */
const presentSubItems = (subItems: readonly StoreSubItem[], trackingId: number): Shape[] =>
  subItems.map((each) => ({
    StoreSubItemId: each.id,
    Name: each.name,
    Sku: each.sku,
    Price: each.price === null ? null : Number(each.price),
    MemberPrice: each.memberPrice === null ? null : Number(each.memberPrice),
    InventoryRemaining: trackingId === TRACKING.bySubItem ? String(countSellable(each)) : null,
    IsActive: each.isActive,
    DisplayOrder: each.position,
    IsDeleted: false,
  }))

const moneyOf = (amount: { toString(): string } | null): number | null => (amount === null ? null : Number(amount))
const digitsOf = (value: number | null): string | null => (value === null ? null : String(value))
const dayOrNull = (date: Date | null): string | null => date && dayOf(date)

export const presentPhysical = (scope: Scope, found: ItemToPresent): StoreItemKind0 => ({
  ...presentCommon(scope, found),
  ItemType: '0',
  ...presentSupplied(scope, found.item),
})

export const presentDigital = (scope: Scope, found: ItemToPresent): StoreItemKind1 => ({
  ...presentCommon(scope, found),
  ItemType: '1',
  ...presentDownload(found.item),
})

export const presentVoucher = (scope: Scope, found: ItemToPresent): StoreItemKind2 => ({
  ...presentCommon(scope, found),
  ItemType: '2',
  VoucherTypeId: voucherTypeOf(found.item),
})

export const presentInformational = (scope: Scope, found: ItemToPresent): StoreItemKind3 => ({
  ...presentCommon(scope, found),
  ItemType: '3',
  InfoMessage: found.item.infoMessage,
})

/** Presents an item in the shape of its kind. */
export const presentItem = (scope: Scope, found: ItemToPresent) => {
  switch (found.item.kindId) {
    case KIND.digital:
      return presentDigital(scope, found)
    case KIND.voucher:
      return presentVoucher(scope, found)
    case KIND.informational:
      return presentInformational(scope, found)
    default:
      return presentPhysical(scope, found)
  }
}

const voucherTypeOf = ({ voucherTypeId }: ItemWithParts): 1 | 2 | 3 =>
  voucherTypeId === VOUCHER.percent ? 2 : voucherTypeId === VOUCHER.freeItem ? 3 : 1

const presentCommon = ({ tenant }: Scope, { item, types, fields }: ItemToPresent) => {
  const settings = presentSettings(item)
  const chosen = new Set(item.membershipTypes.map(({ membershipTypeId }) => membershipTypeId))
  return {
    StoreItemId: item.id,
    Name: item.name,
    SettingsJson: JSON.stringify(settings),
    Settings: settings,
    Price: Number(item.price),
    ShowAvailableQuantity: item.showsQuantity,
    HasManualTracking: item.isCountedManually,
    HasSubItems: item.hasSubItems,
    InventoryTrackingMethodTypeId: trackingOf(item.trackingId),
    InventoryRemaining: digitsOf(remainingOf(item)),
    SaleableItemId: digitsOf(item.feeItemId),
    AccountingClassId: digitsOf(item.classId),
    CategoryItemId: digitsOf(item.categoryId),
    MembershipTypes: types.map(({ id, name }) => ({ MembershipTypeId: id, Name: name, IsSelected: chosen.has(id) })),
    HasMembershipTypesChosen: item.isForMembers,
    Description: item.description,
    ShortDescription: item.shortDescription,
    AvailableDate: dayOrNull(item.availableOn),
    EndDate: dayOrNull(item.endsOn),
    IsActive: item.isActive,
    MinimumQuantity: digitsOf(item.minQuantity),
    TrackInventory: item.trackingId !== TRACKING.none,
    AllowBackorder: item.allowsBackorder,
    Images: presentImages(item.images, item.isActive ? tenant.key : null),
    CustomFields: fields,
  }
}

const trackingOf = (id: number): '1' | '2' | '3' =>
  id === TRACKING.bySubItem ? '3' : id === TRACKING.byItem ? '2' : '1'

const remainingOf = (item: ItemWithParts): number | null => {
  if (item.trackingId === TRACKING.none) return null
  if (item.trackingId === TRACKING.byItem) return countSellable(item)
  return item.subItems.reduce((sum, each) => sum + countSellable(each), 0)
}

const presentSettings = (item: ItemWithParts): NonNullable<StoreItemSettings> => ({
  MaxPerOrder: item.maxPerOrder,
  MemberPrice: moneyOf(item.memberPrice),
  IsMembershipAddOn: item.isAddOn,
  TaxSetId: item.taxSetId,
  WeightInGrams: item.weightGrams,
  VoucherValue: moneyOf(item.voucherValue),
  VoucherStoreItemId: item.voucherItemId,
  VoucherValidMonths: item.voucherMonths,
  MaxDownloads: item.maxDownloads,
  DownloadDays: item.downloadDays,
})

/** A supplier that is deleted is not shown; its name only to callers that can read contacts. */
const presentSupplied = (scope: Scope, { supplier, isShipped, subItems, trackingId }: ItemWithParts) => {
  const contact = supplier?.contact.deletedAt === null ? supplier.contact : null
  return {
    Contact: contact && hasGrant(scope, 'contacts:read') ? contact.displayName : null,
    ContactId: contact && supplier ? String(supplier.contactId) : null,
    ShippingNotAvailable: !isShipped,
    SubItems: presentSubItems(subItems, trackingId),
  }
}

const presentDownload = ({ downloadFile, fileExpiresOn, needsMembership }: ItemWithParts) => ({
  PostSubmitDownloadFile: downloadFile && {
    FileId: downloadFile.id,
    FileName: downloadFile.name,
    SizeInBytes: Number(downloadFile.size ?? 0),
  },
  FileExpirationDate: dayOrNull(fileExpiresOn),
  RequireActiveMembership: needsMembership,
})

/** Presents items as choices of a lookup. */
export const presentItemChoices = (items: readonly ItemChoice[]): Queryable[] =>
  items.map(({ id, name }) => ({ Expression: name, ElementType: 'StoreItem', Provider: 'store', Id: id, Name: name }))
