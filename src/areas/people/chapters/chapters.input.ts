import type { ChapterEditInput, ChapterOwnerInput } from '#contract/people/chapters'
import { MAX_ID } from '#kernel/database/ids'
import { badInput, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import type { Chapter } from '#prisma/client'
import { parseEntry, writeEntry } from './assignments/postal-codes.model.ts'

/** A chapter as a request describes it. Undefined: keeps its value. References are not checked yet. */
export interface ChapterDraft {
  name: string | undefined
  number: string | null | undefined
  description: string | null | undefined
  /** Contact ids; parent 0 is the top. */
  organizationId: number | undefined
  parentOrganizationId: number | undefined
  calendarId: number | null | undefined
  calendarDescription: string | null | undefined
  groupId: number | null | undefined
  directoryId: number | null | undefined
  paymentGatewayId: number | null | undefined
  leavesPreviousDirectory: boolean
  owners: ChapterOwnerInput[] | undefined
  /** Null: the chapter is not part of the assignment by postal code. */
  postalCodes: string[] | null | undefined
  affiliate: { key: string; isActive: boolean } | null | undefined
  allowsAffiliateEditing: boolean | undefined
}

const MAX_POSTAL_CODES = 5000

/** Parses a chapter. @throws 400, 422 name-needed, unreadable-postal-code. */
export const parseChapter = (input: ChapterEditInput): ChapterDraft => ({
  name: parseName(input.ChapterName),
  number: parseLine(input.ChapterNumber),
  description: input.ChapterDescription === undefined ? undefined : input.ChapterDescription?.trim() || null,
  organizationId: parseId(input.OrganizationContactId) ?? undefined,
  parentOrganizationId: input.ParentOrganizationId,
  calendarId: parseId(input.PrimaryCalenderId),
  calendarDescription: input.CalendarDescription === undefined ? undefined : input.CalendarDescription?.trim() || null,
  groupId: parseId(input.PrimaryGroupId),
  directoryId: parseId(input.DirectoryId),
  paymentGatewayId: parseId(input.PaymentGatewayId),
  leavesPreviousDirectory: input.RemoveContactsFromPreviousDirectory ?? false,
  owners: input.Owners === undefined ? undefined : (input.Owners ?? []),
  postalCodes: parsePostalCodes(input.PostalCodesJson),
  affiliate: parseAffiliate(input.AffiliateTenantModel),
  allowsAffiliateEditing: input.ShouldAllowChapterTenantEditing,
})

/** Returns the chapter's own columns that a draft sets. @throws 422 affiliate-needed. */
export const columnsOf = (draft: ChapterDraft, current: Chapter | null) => {
  const { postalCodes, affiliate, directoryId } = draft
  const isMoved = current !== null && directoryId !== undefined && directoryId !== current.directoryId
  return {
    ...(draft.number !== undefined && { number: draft.number }),
    ...(draft.description !== undefined && { description: draft.description }),
    ...(directoryId !== undefined && { directoryId }),
    ...(isMoved && { previousDirectoryId: current.directoryId }),
    ...(draft.paymentGatewayId !== undefined && { paymentGatewayId: draft.paymentGatewayId }),
    ...(postalCodes !== undefined && { postalCodes: postalCodes ?? [], takesPostalCodes: postalCodes !== null }),
    ...(affiliate !== undefined && {
      affiliateTenantKey: affiliate?.key ?? null,
      affiliateIsActive: affiliate?.isActive ?? false,
    }),
    allowsAffiliateEditing: affiliateEditing(draft, current),
  }
}

// Editing can only be allowed if the chapter has an affiliate tenant.
const affiliateEditing = ({ affiliate, allowsAffiliateEditing }: ChapterDraft, current: Chapter | null): boolean => {
  const key = affiliate === undefined ? current?.affiliateTenantKey : affiliate?.key
  if (key) return allowsAffiliateEditing ?? current?.allowsAffiliateEditing ?? false
  if (!allowsAffiliateEditing) return false
  throw ruleRefused('affiliate-needed', 'The chapter has no affiliate tenant that could be allowed to edit it.', [
    { pointer: '/ShouldAllowChapterTenantEditing', message: 'requires AffiliateTenantModel' },
  ])
}

const parseLine = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : oneLine(text ?? '') || null

const parseName = (text: string | null | undefined): string | undefined => {
  const name = parseLine(text)
  return name === null ? refuseMissingName() : name
}

/** @throws 422 name-needed. */
export const refuseMissingName = (): never => {
  throw ruleRefused('name-needed', 'The chapter has no name.', [
    { pointer: '/ChapterName', message: 'must not be blank' },
  ])
}

/** No record has this id. Ids above the largest possible one are treated as this one. */
const NO_ID = 0

const parseId = (text: string | null | undefined): number | null | undefined => {
  if (text === undefined || text === null) return text
  const id = Number(text)
  return id <= MAX_ID ? id : NO_ID
}

const parsePostalCodes = (text: string | null | undefined): string[] | null | undefined => {
  if (text === undefined || text === null || text.trim() === '') return text === undefined ? undefined : null
  const list = parseList(text)
  if (list.length > MAX_POSTAL_CODES)
    throw badInput('/PostalCodesJson', `must have at most ${MAX_POSTAL_CODES} entries`)
  const faults: FieldFault[] = []
  const entries = list.flatMap((item, index) => {
    const parsed = parseEntry(item)
    if (!('fault' in parsed)) return [writeEntry(parsed)]
    faults.push({ pointer: `/PostalCodesJson/${index}`, message: parsed.fault })
    return []
  })
  if (faults.length > 0)
    throw ruleRefused('unreadable-postal-code', 'Some postal codes are not valid.', faults.slice(0, 50))
  return [...new Set(entries)]
}

const parseList = (text: string): string[] => {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list
  } catch {
    // The error below covers invalid JSON and a list of other values.
  }
  throw badInput('/PostalCodesJson', 'must be a JSON list of texts, for example ["12201","123*"]')
}

const parseAffiliate = (model: ChapterEditInput['AffiliateTenantModel']): ChapterDraft['affiliate'] => {
  if (model === undefined || model === null) return model
  const key = model.TenantKey?.trim()
  if (!key) throw badInput('/AffiliateTenantModel/TenantKey', 'is required')
  return { key, isActive: model.IsActive ?? true }
}
