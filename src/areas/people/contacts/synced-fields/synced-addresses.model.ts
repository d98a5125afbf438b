import { parseLine } from '../contacts.input.ts'
import { countryNames, type FindCountry } from '../countries/country-names.model.ts'
import { LISTS } from '../records/columns.model.ts'
import type { AddressDraft } from '../records/drafts.model.ts'
import type { ContactRecords } from '../records/records.model.ts'
import { at, given, part, type SyncedChanges, type SyncedContext } from './synced-context.model.ts'
import { ADDRESS_FIELDS, ADDRESS_PARTS, addressOfType } from './synced-fields.model.ts'

/** Sets, adds or removes the physical and the mailing address. */
export const addressDrafts = (
  records: ContactRecords,
  changes: SyncedChanges,
  context: SyncedContext,
): AddressDraft[] =>
  ADDRESS_FIELDS.flatMap(({ prefix, typeId }) => {
    const postal: AddressDraft['postal'] = {}
    for (const { part: name, column } of ADDRESS_PARTS) {
      const value = parseLine(changes[`${prefix}${name}`], at(context, `${prefix}${name}`), context.faults)
      if (value !== undefined) postal[column] = value
    }
    const country = countryOf(changes[`${prefix}Country`], at(context, `${prefix}Country`), context)
    if (country !== undefined) postal.country_id = country
    if (Object.keys(postal).length === 0) return []
    return addressDraft(records, typeId, postal)
  })

const COLUMNS = [...ADDRESS_PARTS.map(({ column }) => column), 'country_id'] as const
const NO_PLACE = LISTS.places.blank

const addressDraft = (records: ContactRecords, typeId: number, postal: AddressDraft['postal']): AddressDraft[] => {
  const current = addressOfType(records, typeId)
  const own = { sharedId: 0, sharedAuditId: 0 }
  const { id: _id, audit_id: _version, source_contact_id: source, ...before } = current?.place ?? NO_PLACE
  const after = { ...before, ...postal }
  const isBlank = Object.values(after).every((value) => value === null)
  const remove = current ? [{ ...part(current.use.id, true), ...own, row: {}, postal: {} }] : []
  if (isBlank) return remove
  // The address of another contact, such as the employer, stays as it is.
  const isShared = current !== undefined && source !== records.id
  const isChanged = COLUMNS.some((column) => before[column] !== after[column])
  if (isShared && !isChanged) return []
  if (isShared) return [...remove, { ...part(0), ...own, row: { type_id: typeId }, postal: after }]
  return [{ ...part(current?.use.id ?? 0), ...own, row: { type_id: typeId }, postal }]
}

/** By the countries, which are the same in all requests: the names are collected once. */
const finders = new WeakMap<SyncedContext['countries'], FindCountry>()

const finderOf = (countries: SyncedContext['countries']): FindCountry => {
  const known = finders.get(countries) ?? countryNames(countries, 'en')
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
  const wanted = given(text)
  if (!wanted) return null
  const found = finderOf(countries)(wanted)
  if (!found) faults.malformed(pointer, 'must be a country: its code in ISO 3166-1, or its name')
  return found?.id
}
