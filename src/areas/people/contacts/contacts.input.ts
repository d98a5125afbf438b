import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import type { ContactInfoInput, PersonAddressInput } from '#contract/people/contacts'
import { InputFaults } from '#kernel/errors/input-faults'
import type { Scope } from '#kernel/tenancy/scope'
import { CONTROLS } from '#kernel/text/controls'
import { addressKeyOf, isMailAddress } from '#kernel/text/mail-address'
import { isPlainLine, isVisible, oneLine } from '#kernel/text/one-line'
import { findCountries } from './contacts.queries.ts'
import { DOCUMENTED, type EnteredColumns } from './records/columns.model.ts'
import type { AddressDraft, ContactDraft, CountryFacts, InfoDraft } from './records/records.model.ts'

/** The countries and faults with which a body is parsed. */
export interface ParseContext {
  countries: ReadonlyMap<number, CountryFacts>
  /** ISO 3166-1 alpha-2 code of the country of phone numbers without a country code. */
  homeCountry: string | undefined
  faults: InputFaults
}

/**
 * Parses the body of a save, and compares its id and version with the path.
 *
 * @throws 400 and 422 with every fault.
 */
export const parseDraft = async <B extends { ContactId?: number; AuditId?: number }>(
  scope: Scope,
  body: B,
  contactId: number,
  parse: (body: B, context: ParseContext) => ContactDraft,
): Promise<ContactDraft> => {
  const countries = await findCountries(scope.db)
  const faults = new InputFaults()
  if (body.ContactId && body.ContactId !== contactId) faults.malformed('/ContactId', 'must be the id in the path')
  if (contactId === 0 && body.AuditId) faults.malformed('/AuditId', 'must be 0 or absent for a new contact')
  const homeCountry = countries.get(scope.tenant.countryId)?.alpha2
  const draft = parse(body, { countries, homeCountry, faults })
  faults.refuse()
  return draft
}

const CONTROLS_EXCEPT_LINES = /[^\P{Cc}\n\t]/u

/**
 * Parses a text of one line: trims it, and joins runs of spaces into one. A text without a visible character becomes
 * null, an absent one stays undefined. Rejects control characters.
 */
export const parseLine = <T extends string | null | undefined>(
  value: T,
  pointer: string,
  faults: InputFaults,
): T | string | null => {
  if (value === undefined || value === null || isPlainLine(value)) return value
  const text = value.trim().replace(/[ \t\u00a0\u3000]+/g, ' ')
  if (CONTROLS.test(text)) faults.malformed(pointer, 'must not contain a control character')
  return isVisible(text) ? text : null
}

/** Parses a text that may have several lines, by the same rules. */
export const parseLines = <T extends string | null | undefined>(
  value: T,
  pointer: string,
  faults: InputFaults,
): T | string | null => {
  if (value === undefined || value === null) return value
  const text = value.replace(/\r\n?/g, '\n').trim()
  if (CONTROLS_EXCEPT_LINES.test(text)) faults.malformed(pointer, 'must not contain a control character')
  return text || null
}

export interface ParsedEmail {
  /** As it was written, trimmed. */
  address: string
  /** Lower case, the domain in ASCII: for matching. */
  key: string
}

/** Parses an email address; null if no mail could be sent to it. */
export const parseEmail = (text: string): ParsedEmail | null => {
  const address = text.trim()
  if (!isMailAddress(address)) return null
  const key = addressKeyOf(address)
  return Buffer.byteLength(key) > 254 ? null : { address, key }
}

export interface ParsedPhone {
  /** As it was written, trimmed. */
  number: string
  /** Null if the country of the number is unknown. */
  e164: string | null
}

/** Digits with what people write between them, and letters for vanity numbers. */
const PHONE = /^[+(\d][\d\s().\-/–#*,;a-z]*$/i

/** Parses a phone number by the rules of a country (ISO 3166-1 alpha-2); null if it is not a phone number. */
export const parsePhone = (text: string, country: string | undefined): ParsedPhone | null => {
  const number = oneLine(text)
  const digits = number.replace(/\D/g, '').length
  if (!PHONE.test(number) || digits < 3 || digits > 20 || number.length > 50) return null
  const parsed = parsePhoneNumberFromString(number, defaultCountry(country))
  return { number, e164: parsed?.isPossible() ? parsed.number : null }
}

const defaultCountry = (code: string | undefined): CountryCode | undefined =>
  code !== undefined && isSupportedCountry(code) ? code : undefined

/** Parses a web address and adds `https://` if it has no scheme. Null unless it is http or https with a host name. */
export const parseWebsite = (text: string): string | null => {
  const written = text.trim()
  const address =
    /^[a-z][a-z0-9+.-]*:/i.test(written) && !/^[\w.-]+:\d+(\/|$)/.test(written) ? written : `https://${written}`
  if (/\s/.test(address) || address.length > 500 || !URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.hostname.includes('.') && !url.username && !url.password ? address : null
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Returns the fields that have a value; null is one. */
export const omitUndefined = <T extends object>(fields: T): Defined<T> => {
  const defined: Partial<T> = {}
  for (const name of Object.keys(fields) as (keyof T)[]) if (fields[name] !== undefined) defined[name] = fields[name]
  return defined as Defined<T>
}

type Documented = typeof DOCUMENTED

/** The fields of a body that are columns of the contact. */
export type EnteredBody = {
  [C in keyof Documented as Documented[C]['field']]?: EnteredColumns[C] | undefined
}

const FIELDS = Object.entries(DOCUMENTED)

/** Parses the fields of a body that are columns of the contact: those of its type, as far as they are sent. */
export const parseEntered = (body: EnteredBody, systemTypeId: 1 | 2, faults: InputFaults): Partial<EnteredColumns> => {
  const entered: Record<string, string | number | boolean | null> = {}
  for (const [column, { field, systemTypeId: only }] of FIELDS) {
    const value = only === null || only === systemTypeId ? body[field] : undefined
    if (value === undefined) continue
    entered[column] = typeof value === 'string' ? parseLine(value, `/${field}`, faults) : value
  }
  return entered
}

const MAX_TYPES = { email: 3, phone: 6, website: 4 }

/** Parses emails, phones and websites. `list` is the field of the body that contains them. */
export const parseInfos = (items: readonly ContactInfoInput[], list: string, context: ParseContext): InfoDraft[] =>
  items.flatMap((item, index) => {
    const pointer = `/${list}/${index}`
    if (!item.Kind) {
      context.faults.malformed(`${pointer}/Kind`, 'must be email, phone or website')
      return []
    }
    return [parseInfo({ ...item, Kind: item.Kind }, pointer, context)]
  })

const parseInfo = (
  item: ContactInfoInput & { Kind: 'email' | 'phone' | 'website' },
  pointer: string,
  { homeCountry, faults }: ParseContext,
): InfoDraft => {
  const type_id = item.TypeId || undefined
  if (type_id && type_id > MAX_TYPES[item.Kind]) {
    faults.malformed(`${pointer}/TypeId`, `must be 1 to ${MAX_TYPES[item.Kind]} for this kind`)
  }
  const isDeleted = item.isDeleted ?? false
  const base = { pointer, id: item.Id ?? 0, isDeleted, auditId: 0, isPrimary: item.IsPrimary ?? false }
  const columns = { type_id, is_unpublished: item.IsUnpublished }
  const parsed = <T>(parse: (text: string) => T | null, what: string): T | undefined => {
    if (isDeleted || (item.Value === undefined && base.id > 0)) return undefined
    const value = parse(parseLine(item.Value ?? '', `${pointer}/Value`, faults) ?? '')
    if (value === null) faults.malformed(`${pointer}/Value`, `must be ${what}`)
    return value ?? undefined
  }
  if (item.Kind === 'email') {
    const email = parsed(parseEmail, 'an email address')
    const sent = { ...columns, address: email?.address, address_key: email?.key, status: item.Status }
    return { ...base, kind: 'email', row: omitUndefined(sent) }
  }
  if (item.Kind === 'website') {
    const url = parsed(parseWebsite, 'an http or https address')
    return { ...base, kind: 'website', row: omitUndefined({ ...columns, url }) }
  }
  const phone = parsed((text) => parsePhone(text, homeCountry), 'a phone number')
  const extension = parseLine(item.Extension, `${pointer}/Extension`, faults)
  return { ...base, kind: 'phone', row: omitUndefined({ ...columns, ...phone, extension }) }
}

/** Parses postal addresses. A new one must have content, unless it shares an existing postal address. */
export const parseAddresses = (
  items: readonly PersonAddressInput[],
  { countries, faults }: ParseContext,
): AddressDraft[] =>
  items.map((item, index) => {
    const pointer = `/Addresses/${index}`
    const draft: AddressDraft = {
      pointer,
      id: item.ContactAddressId ?? 0,
      isDeleted: item.isDeleted ?? false,
      auditId: item.AuditId ?? 0,
      row: omitUndefined({
        type_id: item.AddressTypeId || undefined,
        usage_flag_id: item.AddressUsageFlagId,
        note: parseLines(item.Note, `${pointer}/Note`, faults),
        is_unpublished: item.IsUnpublished,
      }),
      sharedId: item.AddressId ?? 0,
      sharedAuditId: item.AddressAuditId ?? 0,
      postal: parsePostalAddress(item, pointer, countries, faults),
    }
    const isNew = draft.id === 0 && draft.sharedId === 0 && !draft.isDeleted
    if (isNew && Object.values(draft.postal).every((value) => value === null)) {
      faults.malformed(pointer, 'must have a line, a city, a state, a postal code or a country')
    }
    return draft
  })

const parsePostalAddress = (
  item: PersonAddressInput,
  pointer: string,
  countries: ParseContext['countries'],
  faults: InputFaults,
): AddressDraft['postal'] => {
  const line = (field: 'Address1' | 'Address2' | 'City' | 'StateProvince' | 'PostalCode') =>
    parseLine(item[field], `${pointer}/${field}`, faults)
  const countryId = item.CountryId === undefined ? undefined : item.CountryId || null
  if (countryId && !item.isDeleted && !countries.has(countryId)) {
    faults.unknownReference(`${pointer}/CountryId`, 'must be the numeric code of a country in ISO 3166-1')
  }
  return omitUndefined({
    address1: line('Address1'),
    address2: line('Address2'),
    city: line('City'),
    state_province: line('StateProvince'),
    postal_code: line('PostalCode'),
    country_id: countryId,
  })
}
