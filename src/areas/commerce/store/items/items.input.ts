import type {
  StoreItemKind0Input,
  StoreItemKind1Input,
  StoreItemKind2Input,
  StoreItemKind3Input,
} from '#contract/commerce/store'
import type { FieldFault } from '#kernel/errors/problem'
import { nameKeyOf, parseName, parseText } from '#kernel/records/names'
import type { Scope } from '#kernel/tenancy/scope'
import { oneLine } from '#kernel/text/one-line'
import { dateOf } from '#kernel/time/day'
import type { StoreItem } from '#prisma/client'
import { cleanFields } from '#services/html/clean-fields'
import { KIND, type KindId, TRACKING } from './items.model.ts'
import { centsOf, idOf, pick, piecesOf } from './parts.input.ts'
import { checkVoucher, parseSettings, type SentSettings } from './settings.input.ts'

type Own<Input, Common> = Partial<Omit<Input, keyof Common>>

/** The body of a save of any kind. Fields that its kind does not have are absent. */
export type StoreItemInput = Omit<StoreItemKind0Input, 'ItemType'> &
  Own<StoreItemKind1Input, StoreItemKind0Input> &
  Own<StoreItemKind2Input, StoreItemKind0Input> &
  Own<StoreItemKind3Input, StoreItemKind0Input>

/** A body whose HTML is sanitized. */
export type CleanItemInput = Omit<StoreItemInput, 'Settings' | 'SettingsJson'> & { settings: SentSettings }

/** Sanitizes the HTML of a request, before the transaction. @throws 400. */
export const cleanItem = async (
  scope: Scope,
  { Settings, SettingsJson, ...input }: StoreItemInput,
  settings: SentSettings,
): Promise<CleanItemInput> => {
  const sent = (['Description', 'InfoMessage'] as const).flatMap((field) => (input[field] ? [field] : []))
  const clean = await cleanFields(
    scope,
    sent.map((field) => ({ pointer: `/${field}`, html: input[field] ?? '' })),
  )
  return { ...input, settings, ...Object.fromEntries(sent.map((field, index) => [field, clean[index]])) }
}

export type ItemData = ReturnType<typeof parseItem>

/**
 * Parses an item. A field that is left out keeps its value. Adds what breaks a rule of the store to `faults`.
 *
 * @throws 422 name-needed.
 */
export const parseItem = (kindId: KindId, input: CleanItemInput, current: StoreItem | null, faults: FieldFault[]) => {
  const name = parseName(input.Name, current?.name)
  const data = {
    name,
    nameKey: nameKeyOf(name),
    description: parseText(input.Description, current?.description),
    shortDescription: lineOf(input.ShortDescription, current?.shortDescription),
    price: centsOf(input.Price, '/Price', faults) ?? current?.price.toFixed(2) ?? '0.00',
    feeItemId: pick(idOf(input.SaleableItemId), current?.feeItemId ?? null),
    classId: pick(idOf(input.AccountingClassId), current?.classId ?? null),
    categoryId: pick(idOf(input.CategoryItemId), current?.categoryId ?? null),
    isActive: input.IsActive ?? current?.isActive ?? true,
    availableOn: dayOfField(input.AvailableDate, current?.availableOn),
    endsOn: dayOfField(input.EndDate, current?.endsOn),
    isForMembers: input.HasMembershipTypesChosen ?? current?.isForMembers ?? false,
    minQuantity: pick(idOf(input.MinimumQuantity), current?.minQuantity ?? null),
    ...parseStock(input, current, faults),
    ...parseSettings(kindId, input.settings, current, faults),
    ...parseOwn(kindId, input, current),
  }
  checkItem(kindId, data, input.settings.pointer, faults)
  return data
}

const lineOf = (sent: string | null | undefined, current: string | null = null): string | null =>
  (sent === undefined ? current : oneLine(sent ?? '')) || null

const dayOfField = (sent: string | null | undefined, current: Date | null = null): Date | null =>
  sent === undefined ? current : sent === null ? null : dateOf(sent)

const parseStock = (input: CleanItemInput, current: StoreItem | null, faults: FieldFault[]) => {
  const hasSubItems = input.HasSubItems ?? current?.hasSubItems ?? false
  return {
    hasSubItems,
    trackingId: parseTracking(input, current, hasSubItems),
    isCountedManually: input.HasManualTracking ?? current?.isCountedManually ?? false,
    showsQuantity: input.ShowAvailableQuantity ?? current?.showsQuantity ?? false,
    allowsBackorder: input.AllowBackorder ?? current?.allowsBackorder ?? false,
    /** The count that staff have sent; undefined: none. */
    count: piecesOf(input.InventoryRemaining, '/InventoryRemaining', faults),
  }
}

const parseTracking = (
  { InventoryTrackingMethodTypeId: sent, TrackInventory: isTracked }: CleanItemInput,
  current: StoreItem | null,
  hasSubItems: boolean,
): number => {
  if (sent !== undefined) return Number(sent ?? TRACKING.none)
  const before = current?.trackingId ?? TRACKING.none
  if (isTracked === undefined || isTracked === (before !== TRACKING.none)) return before
  if (!isTracked) return TRACKING.none
  return hasSubItems ? TRACKING.bySubItem : TRACKING.byItem
}

/** Parses the fields of one kind; those of other kinds are empty. */
const parseOwn = (kindId: KindId, input: CleanItemInput, current: StoreItem | null) => ({
  isShipped:
    kindId === KIND.physical &&
    (input.ShippingNotAvailable === undefined ? (current?.isShipped ?? true) : !input.ShippingNotAvailable),
  fileExpiresOn: dayOfField(input.FileExpirationDate, current?.fileExpiresOn),
  needsMembership: input.RequireActiveMembership ?? current?.needsMembership ?? false,
  voucherTypeId: kindId === KIND.voucher ? (input.VoucherTypeId ?? current?.voucherTypeId ?? 1) : null,
  infoMessage: parseText(input.InfoMessage, current?.infoMessage),
})

const checkItem = (kindId: KindId, data: ItemData, pointer: string, faults: FieldFault[]): void => {
  const add = (at: string, message: string) => faults.push({ pointer: at, message })
  const { hasSubItems, trackingId, minQuantity, maxPerOrder, availableOn, endsOn } = data
  if (hasSubItems && kindId !== KIND.physical) add('/HasSubItems', 'must be false for an item of this kind')
  if (trackingId === TRACKING.bySubItem && !hasSubItems)
    add('/InventoryTrackingMethodTypeId', 'can be 3 only if HasSubItems is true')
  if (kindId === KIND.informational && trackingId !== TRACKING.none)
    add('/InventoryTrackingMethodTypeId', 'must be 1 for an item of this kind')
  if (kindId === KIND.informational && Number(data.price) !== 0) add('/Price', 'must be 0 for an item of this kind')
  if (availableOn && endsOn && endsOn < availableOn) add('/EndDate', 'must not be before AvailableDate')
  if (Number(data.memberPrice) > Number(data.price)) add(`${pointer}/MemberPrice`, 'must not be more than Price')
  if (minQuantity !== null && maxPerOrder !== null && maxPerOrder < minQuantity)
    add(`${pointer}/MaxPerOrder`, 'must not be less than MinimumQuantity')
  if (data.voucherTypeId !== null) checkVoucher(data.voucherTypeId, data, pointer, faults)
}
