import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Finds the chapter `top` among a chapter and those above it: one row if it is there. */
export const ancestorSql = (tenantId: number, id: number, top: number): Sql => Prisma.sql`
  WITH RECURSIVE up AS (
    SELECT h.id, h.parent_id FROM chapter h WHERE h.tenant_id = ${tenantId}::int AND h.id = ${id}::int
    UNION
    SELECT h.id, h.parent_id FROM up JOIN chapter h ON h.tenant_id = ${tenantId}::int AND h.id = up.parent_id
  ) SELECT id FROM up WHERE id = ${top}::int`

/** A kind of record that a chapter references. */
export type Referenced = 'organization' | 'calendar' | 'group' | 'directory' | 'payment gateway'

const TABLES: Record<Referenced, Sql> = {
  organization: Prisma.sql`contact x WHERE x.system_type_id = 2 AND x.deleted_at IS NULL`,
  calendar: Prisma.sql`calendar x WHERE true`,
  group: Prisma.sql`contact_group x WHERE x.deleted_at IS NULL`,
  directory: Prisma.sql`directory x WHERE true`,
  'payment gateway': Prisma.sql`payment_gateway x WHERE true`,
}

/** A field of a request that references a record. */
export interface ChapterReference {
  pointer: string
  what: Referenced
  id: number
}

/** Finds the fields that reference an existing record, as rows `{ pointer }`. */
export const existingReferencesSql = (tenantId: number, references: readonly ChapterReference[]): Sql =>
  Prisma.join(
    references.map(
      ({ pointer, what, id }) => Prisma.sql`SELECT ${pointer}::text AS pointer
        WHERE EXISTS (SELECT FROM ${TABLES[what]} AND x.tenant_id = ${tenantId}::int AND x.id = ${id}::int)`,
    ),
    ' UNION ALL ',
  )

const othersWithCodes = (tenantId: number, own: number): Sql => Prisma.sql`chapter h
  WHERE h.tenant_id = ${tenantId}::int AND h.id <> ${own}::int AND h.takes_postal_codes`

/** Finds the other chapters that are the catch-all of the assignment by postal code. */
export const otherCatchAllsSql = (tenantId: number, own: number): Sql =>
  Prisma.sql`SELECT h.id FROM ${othersWithCodes(tenantId, own)} AND cardinality(h.postal_codes) = 0`

/** Finds those of the entries that another chapter lists, as rows `{ code }`. */
export const codesOfOthersSql = (tenantId: number, own: number, codes: readonly string[]): Sql => Prisma.sql`
  SELECT w.code FROM unnest(${[...codes]}::text[]) AS w(code)
  WHERE w.code IN (SELECT unnest(h.postal_codes) FROM ${othersWithCodes(tenantId, own)})`
