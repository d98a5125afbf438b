import { parseLine, parsePhone } from '../contacts.input.ts'
import { type FindCountry, makeCountryNames } from '../countries/country-names.model.ts'
import { LISTS } from '../records/columns.model.ts'
import type { AddressDraft, ContactRecords, InfoDraft } from '../records/records.model.ts'
import {
  makeItem,
  parseGiven,
  pointTo,
  type SyncedChanges,
  type SyncedContext,
  trimGiven,
} from './synced-context.model.ts'
import { ADDRESS_FIELDS, ADDRESS_PARTS, findAddressOfType, MAIN_PHONE, PHONE_FIELDS } from './synced-fields.model.ts'

/** Sets, adds or removes the physical and the mailing address. */
export const draftAddresses = (
  records: ContactRecords,
  changes: SyncedChanges,
  context: SyncedContext,
): AddressDraft[] =>
  ADDRESS_FIELDS.flatMap(({ prefix, typeId }) => {
    const postal: AddressDraft['postal'] = {}
    for (const { part: name, column } of ADDRESS_PARTS) {
      const value = parseLine(changes[`${prefix}${name}`], pointTo(context, `${prefix}${name}`), context.faults)
      if (value !== undefined) postal[column] = value
    }
    const country = countryOf(changes[`${prefix}Country`], pointTo(context, `${prefix}Country`), context)
    if (country !== undefined) postal.country_id = country
    if (Object.keys(postal).length === 0) return []
    return addressDraft(records, typeId, postal)
  })

const COLUMNS = [...ADDRESS_PARTS.map(({ column }) => column), 'country_id'] as const
const NO_PLACE = LISTS.places.blank

const addressDraft = (records: ContactRecords, typeId: number, postal: AddressDraft['postal']): AddressDraft[] => {
  const current = findAddressOfType(records, typeId)
  const own = { sharedId: 0, sharedAuditId: 0 }
  const { id: _id, audit_id: _version, source_contact_id: source, ...before } = current?.place ?? NO_PLACE
  const after = { ...before, ...postal }
  const isBlank = Object.values(after).every((value) => value === null)
  const remove = current ? [{ ...makeItem(current.use.id, true), ...own, row: {}, postal: {} }] : []
  if (isBlank) return remove
  // The address of another contact, such as the employer, stays as it is.
  const isShared = current !== undefined && source !== records.id
  const isChanged = COLUMNS.some((column) => before[column] !== after[column])
  if (isShared && !isChanged) return []
  if (isShared) return [...remove, { ...makeItem(0), ...own, row: { type_id: typeId }, postal: after }]
  return [{ ...makeItem(current?.use.id ?? 0), ...own, row: { type_id: typeId }, postal }]
}

/** The finders by their countries, which are the same in all requests: the names are collected once. */
const finders = new WeakMap<SyncedContext['countries'], FindCountry>()

const finderOf = (countries: SyncedContext['countries']): FindCountry => {
  const known = finders.get(countries) ?? makeCountryNames(countries, 'en')
  finders.set(countries, known)
  return known
}

/** Finds a country by a code of ISO 3166-1 or a usual name. */
const countryOf = (
  text: string | null | undefined,
  pointer: string,
  { countries, faults }: SyncedContext,
): number | null | undefined => {
  if (text === undefined) return undefined
  const wanted = trimGiven(text)
  if (!wanted) return null
  const found = finderOf(countries)(wanted)
  if (!found) faults.malformed(pointer, 'must be a country: its code in ISO 3166-1, or its name')
  return found?.id
}

type PhoneField = (typeof PHONE_FIELDS)[number]
type PhoneDraft = Extract<InfoDraft, { kind: 'phone' }>

/**
 * Sets the phones. The main phone is the primary one; without one it is the first in the order of the fields, so that the
 * result does not depend on the order in which they arrived.
 */
export const draftPhones = (records: ContactRecords, changes: SyncedChanges, context: SyncedContext): InfoDraft[] => {
  const drafts = PHONE_FIELDS.flatMap((field) => phoneDraft(records, field, changes, context))
  return drafts.length === 0 ? [] : withPrimary(records, drafts)
}

/** Sets, adds or removes the phone that a field shows. */
const phoneDraft = (
  { phones }: ContactRecords,
  { field, extension, typeId }: PhoneField,
  changes: SyncedChanges,
  context: SyncedContext,
): PhoneDraft[] => {
  const phone = phones.find(({ type_id }) => type_id === typeId)
  const own = { kind: 'phone' as const, isPrimary: false }
  const { number: value, extension: sent } = sentPhone(changes[field], extension ? changes[extension] : undefined)
  const suffix =
    sent === undefined ? {} : { extension: extensionOf(sent, pointTo(context, extension ?? field), context) }
  if (value === undefined) return phone && sent !== undefined ? [{ ...makeItem(phone.id), ...own, row: suffix }] : []
  const text = trimGiven(value)
  if (text === null) return phone ? [{ ...makeItem(phone.id, true), ...own, row: {} }] : []
  const wanted = parseGiven(
    text,
    (number) => parsePhone(number, context.homeCountry),
    context,
    pointTo(context, field),
    'a phone number',
  )
  if (!wanted) return []
  const isSame = phone !== undefined && numberOf(phone) === numberOf(wanted)
  return [{ ...makeItem(phone?.id ?? 0), ...own, row: { type_id: typeId, ...(isSame ? {} : wanted), ...suffix } }]
}

type Sent = string | null | undefined

/** An extension that is written after its number, which has at least 7 digits: "202 456 1111 ext. 12". */
const WRITTEN_EXTENSION =
  /^((?:\D*\d){7,}[\d)\s.-]*?)[\s,;/]*(?:extension|extn|ext|x|durchwahl|dw|poste|toestel|#)[.:\s]*(\d{1,10})#?$/i

/** Separates the number from an extension that is written with it. The extension of its own field counts more. */
const sentPhone = (number: Sent, extension: Sent): { number: Sent; extension: Sent } => {
  const [, bare, written] = WRITTEN_EXTENSION.exec(number?.trim() ?? '') ?? []
  if (bare === undefined) return { number, extension }
  return { number: bare, extension: trimGiven(extension ?? null) ?? written }
}

// Of two ways to write a number, that of staff stays.
const numberOf = ({ number, e164 }: { number: string; e164: string | null }): string => e164 ?? number

const extensionOf = (text: string | null, pointer: string, { faults }: SyncedContext): string | null => {
  const extension = trimGiven(text)
  if (extension && !/^[\d#*]+$/.test(extension)) faults.malformed(pointer, 'must consist of digits, # and *')
  return extension
}

const withPrimary = ({ phones }: ContactRecords, drafts: readonly PhoneDraft[]): PhoneDraft[] => {
  const removed = new Set(drafts.filter(({ isDeleted }) => isDeleted).map(({ id }) => id))
  for (const typeId of [MAIN_PHONE, ...PHONE_FIELDS.map((field) => field.typeId)]) {
    const stored = phones.find(({ id, type_id }) => type_id === typeId && !removed.has(id))
    const isPrimary = ({ id, isDeleted, row }: PhoneDraft) =>
      !isDeleted && (stored ? id === stored.id : row.type_id === typeId)
    const draft = drafts.find(isPrimary)
    if (draft) return drafts.map((one) => (one === draft ? { ...one, isPrimary: true } : one))
    if (stored) return [...drafts, { ...makeItem(stored.id), kind: 'phone', isPrimary: true, row: {} }]
  }
  return [...drafts]
}
