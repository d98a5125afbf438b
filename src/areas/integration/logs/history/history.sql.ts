import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Returns the condition that a change is one of an entity that the caller may read. @param entities null for all. */
export const isReadableSql = (entities: readonly string[] | null): Sql =>
  entities ? Prisma.sql`a.entity = ANY (${[...entities]}::text[])` : Prisma.sql`true`

/** Selects the changed fields of a change, as JSON text. */
export const changedFieldsSql = (tenantId: number, id: bigint, entities: readonly string[] | null): Sql => Prisma.sql`
  SELECT a.changes::text AS details FROM audit_entry a
  WHERE a.tenant_id = ${tenantId}::integer AND a.id = ${id.toString()}::bigint AND ${isReadableSql(entities)}`
