import { Prisma } from '../../../generated/prisma/client.ts'
import type { Sql } from '../../../generated/prisma/internal/prismaNamespace.ts'
import { searchQuery } from './search-tokens.ts'

/** The contacts that free text finds, as a select of their `id`; null where the text holds nothing to search for. */
export const foundContactsSql = (tenantId: number, text: string): Sql | null => {
  const query = searchQuery(tenantId, text)
  return query === null ? null : Prisma.sql`SELECT s.id FROM contact_search(${query}::text::tsquery) s`
}
