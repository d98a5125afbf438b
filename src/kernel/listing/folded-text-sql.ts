import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Returns a text in the form that searches compare: lower case, without accents. Letters such as ß and ł do not change.
 */
export const foldedTextSql = (text: Sql): Sql =>
  Prisma.sql`regexp_replace(normalize(lower(${text}), NFKD), '[\u0300-\u036f]', '', 'g')`

/** Returns the condition that a text contains the wanted text. Both are folded by the same rule. */
export const containsTextSql = (text: Sql, wanted: string): Sql =>
  Prisma.sql`position(${foldedTextSql(Prisma.sql`${wanted.trim()}::text`)} IN ${foldedTextSql(text)}) > 0`
