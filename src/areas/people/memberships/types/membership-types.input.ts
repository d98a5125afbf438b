import type { MembershipLevelEditInput, MembershipTypeEditInput } from '#contract/people/memberships'
import { badInput } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { fold } from '#kernel/text/fold'
import { oneLine } from '#kernel/text/one-line'
import type { MembershipLevel, MembershipType } from '#prisma/client'
import { parseUnit } from './level-units.input.ts'

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
