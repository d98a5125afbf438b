import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The parts of an event in one table. */
export interface PartsKey {
  tenantId: number
  eventId: number
  table: string
  /** The column of what is unique. */
  keyColumn: string
}

/**
 * Frees the names of parts that a save changes: a name can move from one part to another, and the unique index sees each
 * statement.
 */
export const freeKeysSql = (
  { tenantId, eventId, table, keyColumn }: PartsKey,
  ids: readonly number[],
): Sql => Prisma.sql`
  UPDATE ${Prisma.raw(table)} SET ${Prisma.raw(keyColumn)} = chr(1) || id
  WHERE tenant_id = ${tenantId}::int AND event_id = ${eventId}::int AND id = ANY (${[...ids]}::int[])`

export const removePartsSql = ({ tenantId, eventId, table }: PartsKey, ids: readonly number[]): Sql => Prisma.sql`
  DELETE FROM ${Prisma.raw(table)}
  WHERE tenant_id = ${tenantId}::int AND event_id = ${eventId}::int AND id = ANY (${[...ids]}::int[])`

/** The name of a part. */
export const findPartSql = (table: string, tenantId: number, id: number): Sql => Prisma.sql`
  SELECT name FROM ${Prisma.raw(table)} WHERE tenant_id = ${tenantId}::int AND id = ${id}::int`
