import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { searchQuery } from './search-tokens.model.ts'

/** The contacts that free text finds, as a select of their `id`; null where the text holds nothing to search for. */
export const foundContactsSql = (tenantId: number, text: string): Sql | null => {
  const query = searchQuery(tenantId, text)
  return query === null ? null : Prisma.sql`SELECT s.id FROM contact_search(${query}::text::tsquery) s`
}
