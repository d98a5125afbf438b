import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { PersonAddressInput } from '#contract/people/contacts'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { badInput } from '#kernel/errors/problem'
import { unknownReference } from '#kernel/records/references'
import type { Address } from '#prisma/client'
import { parseLineField, pickSent } from '../contact-parts.input.ts'
import type { AddressOfContact } from './addresses.queries.ts'

const LOCATION_FIELDS = ['address1', 'address2', 'city', 'stateProvince', 'postalCode', 'countryId'] as const

/** The part of an address that contacts can share. */
export type Location = Pick<Address, (typeof LOCATION_FIELDS)[number]>

/**
 * Parses the location of an address. A field that is left out keeps its value.
 *
 * @throws 400 naming the field, 422 unknown-reference for CountryId.
 */
export const parseLocation = async (
  runner: SqlRunner,
  input: PersonAddressInput,
  current: Location | undefined,
): Promise<Location> => {
  const location = {
    address1: pickSent(parseLineField(input.Address1, '/Address1'), current?.address1 ?? null),
    address2: pickSent(parseLineField(input.Address2, '/Address2'), current?.address2 ?? null),
    city: pickSent(parseLineField(input.City, '/City'), current?.city ?? null),
    stateProvince: pickSent(parseLineField(input.StateProvince, '/StateProvince'), current?.stateProvince ?? null),
    postalCode: pickSent(parseLineField(input.PostalCode, '/PostalCode'), current?.postalCode ?? null),
    countryId:
      input.CountryId === undefined ? (current?.countryId ?? null) : await parseCountry(runner, input.CountryId),
  }
  if (!location.address1 && !location.city && !location.postalCode)
    throw badInput('/Address1', 'is required unless City or PostalCode is sent')
  return location
}

// 0 means that the country is unknown.
const parseCountry = async (runner: SqlRunner, id: number): Promise<number | null> => {
  if (id === 0) return null
  if ((await findCountries(runner)).has(id)) return id
  throw unknownReference('/CountryId', 'country of ISO 3166-1')
}

/** Parses what one contact stores about its use of an address. @throws 400 naming the field. */
export const parseUse = (input: PersonAddressInput, current: AddressOfContact | undefined) => {
  if (input.isDeleted) throw badInput('/isDeleted', 'must not be true here. Use DELETE instead')
  return {
    typeId: input.AddressTypeId || current?.typeId || 1,
    usageFlagId: pickSent(input.AddressUsageFlagId, current?.usageFlagId ?? null),
    note: pickSent(parseLineField(input.Note, '/Note'), current?.note ?? null),
    isUnpublished: input.IsUnpublished ?? current?.isUnpublished ?? false,
  }
}

export const isSameLocation = (a: Location, b: Location): boolean =>
  LOCATION_FIELDS.every((field) => a[field] === b[field])
