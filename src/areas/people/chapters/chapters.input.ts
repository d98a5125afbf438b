import type { ChapterEditInput, ChapterOwnerInput } from '#contract/people/chapters'
import { MAX_ID } from '#kernel/database/ids'
import { badInput, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import { readEntry, writeEntry } from './assignments/postal-codes.model.ts'

/** What a request wants of a chapter, as far as that can be read without the database. Undefined: stays as it is. */
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
  /** Null takes no part in the assignment. */
  postalCodes: string[] | null | undefined
  affiliate: { key: string; isActive: boolean } | null | undefined
  allowsAffiliateEditing: boolean | undefined
}

const MOST_POSTAL_CODES = 5000

/** @throws 400 for what cannot be read, 422 name-needed or unreadable-postal-code. */
export const readChapter = (input: ChapterEditInput): ChapterDraft => ({
  name: readName(input.ChapterName),
  number: readLine(input.ChapterNumber),
  description: input.ChapterDescription === undefined ? undefined : input.ChapterDescription?.trim() || null,
  organizationId: readId(input.OrganizationContactId) ?? undefined,
  parentOrganizationId: input.ParentOrganizationId,
  calendarId: readId(input.PrimaryCalenderId),
  calendarDescription: input.CalendarDescription === undefined ? undefined : input.CalendarDescription?.trim() || null,
  groupId: readId(input.PrimaryGroupId),
  directoryId: readId(input.DirectoryId),
  paymentGatewayId: readId(input.PaymentGatewayId),
  leavesPreviousDirectory: input.RemoveContactsFromPreviousDirectory ?? false,
  owners: input.Owners === undefined ? undefined : (input.Owners ?? []),
  postalCodes: readPostalCodes(input.PostalCodesJson),
  affiliate: readAffiliate(input.AffiliateTenantModel),
  allowsAffiliateEditing: input.ShouldAllowChapterTenantEditing,
})

const readLine = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : oneLine(text ?? '') || null

/** Blank is no name; the field absent leaves the name as it is. */
const readName = (text: string | null | undefined): string | undefined => {
  const name = readLine(text)
  return name === null ? needName() : name
}

/** Refuses a chapter without a name. */
export const needName = (): never => {
  throw ruleRefused('name-needed', 'A chapter needs a name.', [
    { pointer: '/ChapterName', message: 'must not be blank' },
  ])
}

/** No record has this id: one beyond what ids can be is like one that does not exist. */
const NO_ID = 0

const readId = (text: string | null | undefined): number | null | undefined => {
  if (text === undefined || text === null) return text
  const id = Number(text)
  return id <= MAX_ID ? id : NO_ID
}

const readPostalCodes = (text: string | null | undefined): string[] | null | undefined => {
  if (text === undefined || text === null || text.trim() === '') return text === undefined ? undefined : null
  const list = parseList(text)
  if (list.length > MOST_POSTAL_CODES) throw badInput('/PostalCodesJson', `has more than ${MOST_POSTAL_CODES} entries`)
  const faults: FieldFault[] = []
  const entries = list.flatMap((item, index) => {
    const read = readEntry(item)
    if (!('fault' in read)) return [writeEntry(read)]
    faults.push({ pointer: `/PostalCodesJson/${index}`, message: read.fault })
    return []
  })
  if (faults.length > 0) {
    throw ruleRefused('unreadable-postal-code', 'Not every postal code can be read.', faults.slice(0, 50))
  }
  return [...new Set(entries)]
}

const parseList = (text: string): string[] => {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list
  } catch {
    // Said below, like a list of something else.
  }
  throw badInput('/PostalCodesJson', 'must be a JSON list of texts, like ["12201","123*"]')
}

const readAffiliate = (model: ChapterEditInput['AffiliateTenantModel']): ChapterDraft['affiliate'] => {
  if (model === undefined || model === null) return model
  const key = model.TenantKey?.trim()
  if (!key) throw badInput('/AffiliateTenantModel/TenantKey', 'is needed')
  return { key, isActive: model.IsActive ?? true }
}
