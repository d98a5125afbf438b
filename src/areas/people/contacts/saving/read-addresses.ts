import type { PersonAddressInput } from '#contract/people/contacts'
import type { InputFaults } from '#kernel/errors/input-faults'
import type { CountryFacts } from './countries.ts'
import type { AddressDraft } from '../records/drafts.model.ts'
import { readLine, readLines } from './text.ts'

/** Reads postal addresses. A new one needs at least one of its lines, unless it shares a place. */
export const readAddresses = (
  items: readonly PersonAddressInput[],
  countries: ReadonlyMap<number, CountryFacts>,
  faults: InputFaults,
): AddressDraft[] =>
  items.map((item, index) => {
    const pointer = `/Addresses/${index}`
    const draft: AddressDraft = {
      pointer,
      id: item.ContactAddressId ?? 0,
      isDeleted: item.isDeleted ?? false,
      auditId: item.AuditId ?? 0,
      placeId: item.AddressId ?? 0,
      placeAuditId: item.AddressAuditId ?? 0,
      place: readPlace(item, pointer, countries, faults),
      typeId: item.AddressTypeId || undefined,
      usageFlagId: item.AddressUsageFlagId,
      note: readLines(item.Note, `${pointer}/Note`, faults),
      isUnpublished: item.IsUnpublished,
    }
    const isNew = draft.id === 0 && draft.placeId === 0 && !draft.isDeleted
    if (isNew && Object.values(draft.place).every((value) => value === null)) {
      faults.malformed(pointer, 'has neither a line, a city, a state, a postal code nor a country')
    }
    return draft
  })

const readPlace = (
  item: PersonAddressInput,
  pointer: string,
  countries: ReadonlyMap<number, CountryFacts>,
  faults: InputFaults,
): AddressDraft['place'] => {
  const line = (field: 'Address1' | 'Address2' | 'City' | 'StateProvince' | 'PostalCode') =>
    readLine(item[field], `${pointer}/${field}`, faults)
  const country = item.CountryId === undefined ? undefined : item.CountryId || null
  if (country && !item.isDeleted && !countries.has(country)) {
    faults.unknownReference(`${pointer}/CountryId`, 'is no country of ISO 3166-1')
  }
  const place = {
    address1: line('Address1'),
    address2: line('Address2'),
    city: line('City'),
    state_province: line('StateProvince'),
    postal_code: line('PostalCode'),
    country_id: country,
  }
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
}
