import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'

/** Finds a country by its two letters of ISO 3166-1. */
export const findCountryId = async (runner: SqlRunner, code: string): Promise<number | null> => {
  for (const [id, { alpha2 }] of await findCountries(runner)) if (alpha2 === code) return id
  return null
}
