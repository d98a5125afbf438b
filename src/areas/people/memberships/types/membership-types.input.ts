import type { MembershipLevelEditInput, MembershipTypeEditInput } from '#contract/people/memberships'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { fold } from '#kernel/text/fold'
import { oneLine } from '#kernel/text/one-line'
import type { MembershipLevel, MembershipType } from '#prisma/client'

const FIXED = 2

export type MembershipTypeData = ReturnType<typeof parseType>

/** Parses a type. A field that is left out keeps its value. @throws 400 naming the field. */
export const parseType = (input: MembershipTypeEditInput, current: MembershipType | null) => {
  const pick = <T>(sent: T | undefined, before: T | undefined, otherwise: T): T =>
    sent === undefined ? (before ?? otherwise) : sent
  const name = parseName(input.Name, current?.name)
  const termKindId = input.TermKindId ?? current?.termKindId ?? 1
  const graceDays = input.GraceDays ?? current?.graceDays ?? 30
  const data = {
    name,
    nameKey: fold(name),
    description: pick(input.Description, current?.description, null)?.trim() || null,
    systemContactTypeId: pick(input.SystemContactTypeId, current?.systemContactTypeId, null),
    termKindId,
    termMonths: input.TermMonths ?? current?.termMonths ?? 12,
    renewalMonth: termKindId === FIXED ? pick(input.RenewalMonth, current?.renewalMonth, null) : null,
    renewalDay: termKindId === FIXED ? pick(input.RenewalDay, current?.renewalDay, null) : null,
    isProrated: input.IsProrated ?? current?.isProrated ?? false,
    rolloverDays: input.RolloverDays ?? current?.rolloverDays ?? (termKindId === 1 ? graceDays : 0),
    graceDays,
    dueDays: input.DueDays ?? current?.dueDays ?? 30,
    renewalInvoiceDays: pick(input.RenewalInvoiceDays, current?.renewalInvoiceDays, null),
    needsApproval: input.NeedsApproval ?? current?.needsApproval ?? false,
    coversPeople: input.CoversPeople ?? current?.coversPeople ?? false,
    displayOrder: input.DisplayOrder ?? current?.displayOrder ?? 0,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
  checkType(data)
  return data
}

const checkType = (data: {
  termKindId: number
  termMonths: number
  renewalMonth: number | null
  renewalDay: number | null
  coversPeople: boolean
  systemContactTypeId: number | null
}): void => {
  if (data.coversPeople && data.systemContactTypeId !== 2) {
    throw badInput('/CoversPeople', 'requires SystemContactTypeId 2, because only organizations have people')
  }
  if (data.termKindId !== FIXED) return
  if (data.renewalMonth === null) throw badInput('/RenewalMonth', 'is required for fixed terms')
  if (data.renewalDay === null) throw badInput('/RenewalDay', 'is required for fixed terms')
  if (data.termMonths % 12 !== 0) throw badInput('/TermMonths', 'must be a multiple of 12 for fixed terms')
}

/** Parses a level. A field that is left out keeps its value. @throws 400 naming the field. */
export const parseLevel = (input: MembershipLevelEditInput, type: MembershipType, current: MembershipLevel | null) => {
  const name = parseName(input.Name, current?.name)
  const termMonths = input.TermMonths === undefined ? (current?.termMonths ?? null) : input.TermMonths
  if (type.termKindId === FIXED && termMonths !== null && termMonths % 12 !== 0) {
    throw badInput('/TermMonths', 'must be a multiple of 12 for fixed terms')
  }
  if (input.Price === undefined && !current) throw badInput('/Price', 'is required')
  return {
    name,
    nameKey: fold(name),
    price: fromCents(toCents(input.Price ?? current?.price ?? 0)),
    ...parseUnit(input, current),
    termMonths,
    feeItemId: input.FeeItemId === undefined ? (current?.feeItemId ?? null) : input.FeeItemId || null,
    displayOrder: input.DisplayOrder ?? current?.displayOrder ?? 0,
    isActive: input.IsActive ?? current?.isActive ?? true,
    benefitPackageId:
      input.BenefitPackageId === undefined ? (current?.benefitPackageId ?? null) : input.BenefitPackageId,
  }
}

/** The id that means contacts in no chapter. */
const TOP_LEVEL = 0

/** Parses the chapters that a level is limited to; undefined if the request contains no list. */
export const parseLevelChapters = ({
  ChildChapterIds,
}: MembershipLevelEditInput): { chapterIds: number[]; includesTopLevel: boolean } | undefined => {
  if (ChildChapterIds === undefined) return undefined
  const ids = [...new Set((ChildChapterIds ?? []).map(Number))].sort((a, b) => a - b)
  return { chapterIds: ids.filter((id) => id !== TOP_LEVEL), includesTopLevel: ids.includes(TOP_LEVEL) }
}

const parseName = (sent: string | null | undefined, before: string | undefined): string => {
  const name = sent === undefined ? before : oneLine(sent ?? '')
  if (!name) throw badInput('/Name', 'is required and must not be blank')
  return name
}

const unitRule = (pointer: string, message: string) =>
  ruleRefused('unit-rule', 'The price by units is not complete.', [{ pointer, message }])

const pick = <T>(sent: T | undefined, before: T | undefined): T | undefined => (sent === undefined ? before : sent)

const money = (value: { toString(): string } | number | null | undefined): string | null =>
  value == null ? null : fromCents(toCents(value))

/** Parses what the price of a level by units consists of, without its bands. */
const parseUnit = (input: MembershipLevelEditInput, current: MembershipLevel | null) => {
  const unit = {
    unitFieldId: pick(input.UnitFieldId, current?.unitFieldId) ?? null,
    unitSize: money(pick<{ toString(): string } | null>(input.UnitSize, current?.unitSize)) ?? '1.00',
    minPrice: money(pick<{ toString(): string } | null>(input.MinPrice, current?.minPrice)),
    maxPrice: money(pick<{ toString(): string } | null>(input.MaxPrice, current?.maxPrice)),
  }
  if (unit.minPrice !== null && unit.maxPrice !== null && Number(unit.minPrice) > Number(unit.maxPrice)) {
    throw badInput('/MaxPrice', 'must not be less than MinPrice')
  }
  return unit
}

/** A band of a price, as it is stored. */
export interface LevelBand {
  fromUnits: number
  unitPrice: string
}

/**
 * Parses the bands of a price by units; undefined if the request does not change them.
 *
 * @throws 400 if they do not ascend from 0, 422 plan-rule if a level with a unit has none or a level without one has any.
 */
export const parseBands = (
  { UnitBands }: MembershipLevelEditInput,
  unitFieldId: number | null,
  current: { bands: readonly unknown[] } | null,
): LevelBand[] | undefined => {
  const bands = (UnitBands ?? []).map(({ FromUnits, UnitPrice }) => ({
    fromUnits: FromUnits,
    unitPrice: fromCents(toCents(UnitPrice)),
  }))
  const fault = bands.findIndex(({ fromUnits }, at) =>
    at === 0 ? fromUnits !== 0 : fromUnits <= (bands[at - 1]?.fromUnits ?? 0),
  )
  if (fault >= 0) throw badInput(`/UnitBands/${fault}/FromUnits`, fault === 0 ? 'must be 0' : 'must ascend')
  const count = UnitBands === undefined ? (current?.bands.length ?? 0) : bands.length
  if (unitFieldId !== null && count === 0) throw unitRule('/UnitBands', 'must contain a price per unit')
  // A level that loses its unit loses its bands.
  if (unitFieldId === null && bands.length > 0) throw unitRule('/UnitFieldId', 'is required for prices per unit')
  return UnitBands === undefined && unitFieldId !== null ? undefined : bands
}
