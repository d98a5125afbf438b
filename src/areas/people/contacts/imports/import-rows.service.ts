import { ownValue } from '#kernel/lookups/own-value'
import { parseEmail } from '../contacts.input.ts'
import { type Country, makeCountryNames } from '../countries/country-names.model.ts'
import { canMatch, identityOf, matchTexts } from '../duplicates/duplicates.model.ts'
import { parseOrganization } from '../organizations/organizations.input.ts'
import { parsePerson } from '../persons/persons.input.ts'
import { DOCUMENTED, makeBlankContact } from '../records/columns.model.ts'
import type { ContactDraft, CountryFacts } from '../records/records.model.ts'
import type { ClearedParts } from './updates.model.ts'

export type { ContactDraft, Country, CountryFacts }
export { makeCountryNames, parseEmail, parseOrganization, parsePerson }

/** Returns texts of which two duplicates have at least one in common: the rules of contact_candidates. */
export const listDuplicateTexts = (systemTypeId: 1 | 2, { entered, infos }: ContactDraft): string[] => {
  const emails = infos.flatMap((info) => (info.kind === 'email' && info.row.address_key ? [info.row.address_key] : []))
  const identity = identityOf({ ...makeBlankContact(systemTypeId), ...entered }, emails)
  return canMatch(identity) ? matchTexts(identity) : []
}

/** Returns the values of a contact's own columns that a draft sets, by their fields in the contract. */
export const listEnteredFields = ({ entered }: ContactDraft): [field: string, value: string | number | true][] =>
  Object.entries(DOCUMENTED).flatMap(([column, { field }]): [string, string | number | true][] => {
    const value = ownValue(entered, column)
    return value === undefined || value === null || value === false ? [] : [[field, value as string | number | true]]
  })

type Info = ClearedParts['infos'][number]
type PostalField = keyof ClearedParts['postal']

const COLUMNS = new Map<string, string>([
  ...Object.entries(DOCUMENTED).map(([column, { field }]) => [field, column] as const),
  ['Status', 'manual_status_id'],
])
const POSTAL = new Map<string, PostalField>([
  ['Address1', 'address1'],
  ['Address2', 'address2'],
  ['City', 'city'],
  ['StateProvince', 'state_province'],
  ['PostalCode', 'postal_code'],
  ['Country', 'country_id'],
])
/** Fields that always have a value. */
const KEPT = new Set(['HideAccountNumber'])

/** Returns what cleared fields remove from a contact. @param infoOf the kind and type of an email, phone or website. */
export const findClearedParts = (
  fields: readonly string[],
  infoOf: (field: string) => Info | undefined,
): ClearedParts => {
  const removed = (columns: ReadonlyMap<string, string>) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const column = KEPT.has(field) ? undefined : columns.get(field)
        return column === undefined ? [] : [[column, null]]
      }),
    )
  return { entered: removed(COLUMNS), postal: removed(POSTAL), infos: fields.flatMap((field) => infoOf(field) ?? []) }
}
