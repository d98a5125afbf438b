import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { Scope } from '#kernel/tenancy/scope'

/** Finds a country by its two letters of ISO 3166-1. */
export const findCountryId = async (scope: Pick<Scope, 'db'>, code: string): Promise<number | null> => {
  for (const [id, { alpha2 }] of await findCountries(scope)) if (alpha2 === code) return id
  return null
}
