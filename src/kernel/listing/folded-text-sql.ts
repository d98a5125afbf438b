import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A text in the form in which texts are searched: lower case, accents off; letters such as ß and ł stay what they are. */
export const foldedText = (text: Sql): Sql =>
  Prisma.sql`regexp_replace(normalize(lower(${text}), NFKD), '[\u0300-\u036f]', '', 'g')`

/** Whether a text holds what is looked for; both are folded by the same rule, so that everything is found as it is written. */
export const holdsText = (text: Sql, wanted: string): Sql =>
  Prisma.sql`position(${foldedText(Prisma.sql`${wanted.trim()}::text`)} IN ${foldedText(text)}) > 0`
