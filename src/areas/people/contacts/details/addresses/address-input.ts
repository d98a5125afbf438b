import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { PersonAddressInput } from '#contract/people/contacts'
import { badInput } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Address } from '#prisma/client'
import { optionalLine, refuseReference } from '../input.ts'
import type { AddressOfContact } from './addresses.queries.ts'

/** Where it is. */
export type Place = Pick<Address, 'address1' | 'address2' | 'city' | 'stateProvince' | 'postalCode' | 'countryId'>

/** What the input says of the place, over what stands; throws where it says nothing that could be found. */
export const readPlace = async (
  scope: Scope,
  input: PersonAddressInput,
  current: Place | undefined,
): Promise<Place> => {
  const line = (value: string | null | undefined, pointer: string, kept: string | null | undefined) =>
    value === undefined ? (kept ?? null) : (optionalLine(value, pointer) ?? null)
  const place = {
    address1: line(input.Address1, '/Address1', current?.address1),
    address2: line(input.Address2, '/Address2', current?.address2),
    city: line(input.City, '/City', current?.city),
    stateProvince: line(input.StateProvince, '/StateProvince', current?.stateProvince),
    postalCode: line(input.PostalCode, '/PostalCode', current?.postalCode),
    countryId: input.CountryId === undefined ? (current?.countryId ?? null) : await readCountry(scope, input.CountryId),
  }
  if (!place.address1 && !place.city && !place.postalCode) {
    throw badInput('/Address1', 'is needed, unless there is a City or a PostalCode')
  }
  return place
}

/** 0 says that it is not known. */
const readCountry = async (scope: Scope, id: number): Promise<number | null> => {
  if (id === 0) return null
  if ((await findCountries(scope)).has(id)) return id
  return refuseReference('/CountryId', 'is no country of ISO 3166-1')
}

/** What the input says of this contact's use of the place. */
export const readUse = (input: PersonAddressInput, current: AddressOfContact | undefined) => {
  if (input.isDeleted) throw badInput('/isDeleted', 'must not be true here: use DELETE')
  return {
    typeId: input.AddressTypeId || current?.typeId || 1,
    usageFlagId: input.AddressUsageFlagId === undefined ? (current?.usageFlagId ?? null) : input.AddressUsageFlagId,
    note: input.Note === undefined ? (current?.note ?? null) : (optionalLine(input.Note, '/Note') ?? null),
    isUnpublished: input.IsUnpublished ?? current?.isUnpublished ?? false,
  }
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  (['address1', 'address2', 'city', 'stateProvince', 'postalCode', 'countryId'] as const).every(
    (field) => a[field] === b[field],
  )
