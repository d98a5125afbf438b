import { recordedParts } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { storeItemEvents } from '../store.events.ts'

/** The orders of items: the column, and the condition that an item has a position. */
export interface Order {
  column: Sql
  isMember: Sql
}

/** The order of all items. */
export const DISPLAY_ORDER: Order = { column: Prisma.sql`position`, isMember: Prisma.sql`true` }
/** The order of the items that are offered with a membership. */
export const ADD_ON_ORDER: Order = { column: Prisma.sql`add_on_position`, isMember: Prisma.sql`is_add_on` }

/** Selects the number of items that have a position. */
export const countSql = (tenantId: number, { isMember }: Order): Sql =>
  Prisma.sql`SELECT count(*)::integer AS n FROM store_item WHERE tenant_id = ${tenantId}::integer AND ${isMember}`

/**
 * Numbers the items in the order of their ids, and records the change of each item that gets another position. Returns the
 * number of ids that are items of the order.
 */
export const renumberSql = (scope: Scope, { column, isMember }: Order, ids: readonly number[]): Sql =>
  Prisma.sql`WITH wanted AS (
      SELECT i.id, w.n FROM unnest(${[...ids]}::integer[]) WITH ORDINALITY AS w(id, n)
        JOIN store_item i ON i.tenant_id = ${scope.db.tenantId}::integer AND i.id = w.id AND ${isMember}
    ), changed AS (
      UPDATE store_item i SET ${column} = w.n, audit_id = i.audit_id + 1 FROM wanted w
      WHERE i.tenant_id = ${scope.db.tenantId}::integer AND i.id = w.id AND i.${column} <> w.n
      RETURNING i.id, i.audit_id, i.name, w.n
    ), change AS (
      SELECT 'storeitem' AS entity, id AS entity_id, audit_id, 'updated' AS action,
        jsonb_build_object('displayOrder', n) AS changes, ${storeItemEvents.updated}::text AS kind,
        jsonb_build_object('name', name) AS payload, 'local' AS origin
      FROM changed
    ), ${recordedParts(scope)}
    SELECT count(*)::integer AS n FROM wanted`

/** Moves the items between two positions by one. */
export const shiftSql = (tenantId: number, { from, through, by }: { from: number; through: number; by: 1 | -1 }): Sql =>
  Prisma.sql`UPDATE store_item SET position = position + ${by}::integer
    WHERE tenant_id = ${tenantId}::integer AND position BETWEEN ${from}::integer AND ${through}::integer`
