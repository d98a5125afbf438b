import type { SqlRunner } from '#kernel/database/sql-runner'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Reference } from './stored-values.model.ts'

/** Which of these ids exist, by kind. */
const EXISTING: Record<Reference['kind'], (tenantId: number, ids: number[]) => Sql> = {
  contact: (tenantId, ids) => Prisma.sql`SELECT 'contact' AS kind, id FROM contact
    WHERE tenant_id = ${tenantId}::integer AND id = ANY (${ids}::integer[]) AND deleted_at IS NULL`,
  countries: (_, ids) => Prisma.sql`SELECT 'countries' AS kind, id FROM country WHERE id = ANY (${ids}::integer[])`,
  chapters: (tenantId, ids) => Prisma.sql`SELECT 'chapters' AS kind, id FROM chapter
    WHERE tenant_id = ${tenantId}::integer AND id = ANY (${ids}::integer[])`,
  membershiptypes: (tenantId, ids) => Prisma.sql`SELECT 'membershiptypes' AS kind, id FROM membership_type
    WHERE tenant_id = ${tenantId}::integer AND id = ANY (${ids}::integer[])`,
  groups: (tenantId, ids) => Prisma.sql`SELECT 'groups' AS kind, id FROM contact_group
    WHERE tenant_id = ${tenantId}::integer AND id = ANY (${ids}::integer[]) AND deleted_at IS NULL`,
}

/** Those of the references that lead nowhere. One statement, none where there is nothing to look up. */
export const missingReferences = async <R extends Reference>(
  runner: SqlRunner,
  tenantId: number,
  references: readonly R[],
): Promise<R[]> => {
  if (references.length === 0) return []
  const kinds = [...new Set(references.map(({ kind }) => kind))]
  const parts = kinds.map((kind) =>
    EXISTING[kind](
      tenantId,
      references.filter((reference) => reference.kind === kind).map(({ id }) => id),
    ),
  )
  const found = await runner.rows<Reference>(Prisma.join(parts, ' UNION ALL '))
  const known = new Set(found.map(({ kind, id }) => `${kind}:${id}`))
  return references.filter(({ kind, id }) => !known.has(`${kind}:${id}`))
}
