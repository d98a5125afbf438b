import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { moveParts } from './members/members.sql.ts'

/** A contact and a group that it comes into, or leaves, because of something else that it is. */
export interface GroupPlace {
  groupId: number
  contactId: number
}

/**
 * Puts contacts into groups, in one statement however many. Who opted out stays out, who is in stays in; a group that
 * was deleted is passed over.
 */
export const enterGroups = (tx: SqlRunner, scope: Scope, places: readonly GroupPlace[]): Promise<void> =>
  change(
    tx,
    scope,
    'member',
    places,
    Prisma.sql`
    INSERT INTO contact_group_member AS m (tenant_id, group_id, contact_id, state, changed_at)
    SELECT ${scope.db.tenantId}::int, group_id, contact_id, 'member', ${scope.clock.now()}::timestamptz FROM wanted
    ON CONFLICT (tenant_id, group_id, contact_id) DO UPDATE
      SET state = 'member', audit_id = m.audit_id + 1, changed_at = excluded.changed_at WHERE m.state = 'removed'
    RETURNING m.group_id, m.contact_id`,
  )

/** Takes contacts out of groups, as staff does; who is not in stays as it is. */
export const leaveGroups = (tx: SqlRunner, scope: Scope, places: readonly GroupPlace[]): Promise<void> =>
  change(
    tx,
    scope,
    'removed',
    places,
    Prisma.sql`
    UPDATE contact_group_member m
    SET state = 'removed', audit_id = m.audit_id + 1, changed_at = ${scope.clock.now()}::timestamptz
    FROM wanted w WHERE m.tenant_id = ${scope.db.tenantId}::int AND m.group_id = w.group_id
      AND m.contact_id = w.contact_id AND m.state = 'member'
    RETURNING m.group_id, m.contact_id`,
  )

/** `write` reads its rows from `wanted`: group_id and contact_id. */
const change = async (
  tx: SqlRunner,
  scope: Scope,
  state: 'member' | 'removed',
  places: readonly GroupPlace[],
  write: Sql,
): Promise<void> => {
  if (places.length === 0) return
  const { tenantId } = scope.db
  const [groups, contacts] = [places.map(({ groupId }) => groupId), places.map(({ contactId }) => contactId)]
  await tx.rows(Prisma.sql`
    WITH wanted AS (
      SELECT DISTINCT g.id AS group_id, w.contact_id
      FROM unnest(${groups}::int[], ${contacts}::int[]) AS w(group_id, contact_id)
      JOIN contact_group g ON g.tenant_id = ${tenantId}::int AND g.id = w.group_id AND g.deleted_at IS NULL
      ORDER BY 1, 2
    ), written AS (${write}), moved AS (
      SELECT w.group_id, g.audit_id, w.contact_id
      FROM written w JOIN contact_group g ON g.tenant_id = ${tenantId}::int AND g.id = w.group_id
    ), ${moveParts(scope, state)} SELECT count(*) FROM moved`)
}
