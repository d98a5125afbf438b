import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

export interface CountryFacts {
  alpha2: string
  name: string
}

/** The standard's list comes with the migrations and is the same in every database: read once per process. */
let known: ReadonlyMap<number, CountryFacts> | undefined

/** Countries by their ISO 3166-1 numeric code. */
export const countriesById = async (scope: Scope): Promise<ReadonlyMap<number, CountryFacts>> => {
  if (known) return known
  const rows = await scope.db.rows<{ id: number } & CountryFacts>(Prisma.sql`SELECT id, alpha2, name FROM country`)
  known = new Map(rows.map(({ id, alpha2, name }) => [id, { alpha2, name }]))
  return known
}
