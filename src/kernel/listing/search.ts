import { Prisma } from '#prisma/client'
import { containsTextSql } from './folded-text-sql.ts'
import type { Listing, Search } from './listing.ts'

/** Returns the search of a list for a text: null if the text contains nothing to search for, undefined without a search. */
export const searchFor = (
  { search, searched, from, tenant, id, listed }: Listing,
  tenantId: number,
  text: string,
): Search | null | undefined => {
  if (searched === undefined) return search?.(tenantId, text)
  const found = Prisma.sql`SELECT ${id} AS id FROM ${from}
    WHERE ${tenant} = ${tenantId}::integer AND ${listed} AND ${containsTextSql(searched, text)}`
  return { found }
}
