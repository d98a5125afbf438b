import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Returns the condition that a text contains every word of a search: see search_patterns in prisma/sql/search.sql. */
export const containsTextSql = (text: Sql, wanted: string): Sql =>
  Prisma.sql`search_text(${text}) ~ ALL (ARRAY(SELECT unnest(search_patterns(${wanted}::text))))`
