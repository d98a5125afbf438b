import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'

/** Returns the two letters of ISO 3166-1 of a country, or null if it does not exist. */
export const findCountryCode = async (runner: SqlRunner, id: number): Promise<string | null> =>
  (await findCountries(runner)).get(id)?.alpha2 ?? null

/** Finds a country by its two letters of ISO 3166-1. */
export const findCountryId = async (runner: SqlRunner, code: string): Promise<number | null> => {
  for (const [id, { alpha2 }] of await findCountries(runner)) if (alpha2 === code) return id
  return null
}
