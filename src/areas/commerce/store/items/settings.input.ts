import type { FastifyRequest } from 'fastify'
import type { StoreItemSettingsInput } from '#contract/commerce/store'
import type { FieldFault } from '#kernel/errors/problem'
import { parseShapedJson } from '#kernel/http/shaped-json'
import { fromCents } from '#kernel/money/cents'
import type { StoreItem } from '#prisma/client'
import { KIND, type KindId, VOUCHER } from './items.model.ts'
import { centsOf, pick, pickAmount } from './parts.input.ts'

/** The settings of a request, and the pointer of the field that contains them. */
export interface SentSettings {
  values: NonNullable<StoreItemSettingsInput>
  pointer: string
}

const SHAPE = { $ref: 'StoreItemSettings#' }

/** Reads Settings, or SettingsJson if there is none. @throws 400 with the pointers. */
export const readSettings = (
  request: FastifyRequest,
  { Settings, SettingsJson }: { Settings?: StoreItemSettingsInput; SettingsJson?: string | null },
): SentSettings => {
  if (Settings || !SettingsJson?.trim()) return { values: Settings ?? {}, pointer: '/Settings' }
  const pointer = '/SettingsJson'
  const parsed = parseShapedJson<NonNullable<StoreItemSettingsInput>>(request, SettingsJson, SHAPE, pointer)
  return { values: parsed ?? {}, pointer }
}

/** The settings that only items of some kinds have. */
const SOLD = [KIND.physical, KIND.digital, KIND.voucher]
const KINDS_OF_SETTING = new Map<string, readonly KindId[]>([
  ['MaxPerOrder', SOLD],
  ['MemberPrice', SOLD],
  ['TaxSetId', SOLD],
  ['IsMembershipAddOn', SOLD],
  ['WeightInGrams', [KIND.physical]],
  ['VoucherValue', [KIND.voucher]],
  ['VoucherStoreItemId', [KIND.voucher]],
  ['VoucherValidMonths', [KIND.voucher]],
  ['MaxDownloads', [KIND.digital]],
  ['DownloadDays', [KIND.digital]],
])

/** Parses the settings of an item. A field that is left out keeps its value. Adds what breaks a rule to `faults`. */
export const parseSettings = (
  kindId: KindId,
  { values, pointer }: SentSettings,
  current: StoreItem | null,
  faults: FieldFault[],
) => {
  for (const [field, value] of Object.entries(values))
    if (value && !KINDS_OF_SETTING.get(field)?.includes(kindId))
      faults.push({ pointer: `${pointer}/${field}`, message: 'must be null or absent for an item of this kind' })
  const memberCents = centsOf(values.MemberPrice, `${pointer}/MemberPrice`, faults)
  const voucherCents = centsOf(values.VoucherValue, `${pointer}/VoucherValue`, faults)
  return {
    maxPerOrder: pick(values.MaxPerOrder, current?.maxPerOrder ?? null),
    memberPrice: pickAmount(memberCents, current?.memberPrice),
    isAddOn: values.IsMembershipAddOn ?? current?.isAddOn ?? false,
    taxSetId: pick(values.TaxSetId, current?.taxSetId ?? null),
    weightGrams: pick(values.WeightInGrams, current?.weightGrams ?? null),
    maxDownloads: pick(values.MaxDownloads, current?.maxDownloads ?? null),
    downloadDays: pick(values.DownloadDays, current?.downloadDays ?? null),
    voucherValue: pickAmount(voucherCents, current?.voucherValue),
    voucherItemId: pick(values.VoucherStoreItemId, current?.voucherItemId ?? null),
    voucherMonths: pick(values.VoucherValidMonths, current?.voucherMonths ?? null),
  }
}

type Settings = ReturnType<typeof parseSettings>

/** Adds the faults of the value of a voucher: an amount or percentage, or a free item. */
export const checkVoucher = (
  typeId: number,
  { voucherValue, voucherItemId }: Pick<Settings, 'voucherValue' | 'voucherItemId'>,
  pointer: string,
  faults: FieldFault[],
): void => {
  const add = (field: string, message: string) => faults.push({ pointer: `${pointer}/${field}`, message })
  const value = Number(voucherValue)
  if (typeId === VOUCHER.freeItem) {
    if (voucherItemId === null) add('VoucherStoreItemId', 'is required if VoucherTypeId is 3')
    if (voucherValue !== null) add('VoucherValue', 'must be null if VoucherTypeId is 3')
    return
  }
  if (voucherItemId !== null) add('VoucherStoreItemId', 'must be null unless VoucherTypeId is 3')
  if (!(value > 0)) add('VoucherValue', 'is required and must be more than 0')
  else if (typeId === VOUCHER.percent && value > 100)
    add('VoucherValue', `must be at most ${fromCents(10_000)} percent`)
}
