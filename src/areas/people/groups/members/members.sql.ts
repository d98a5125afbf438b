import { recordedParts } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { groupEvents } from '../groups.events.ts'

/** member: in the group; removed: taken out by staff; optedout: left by its own preference. */
export type MemberState = 'member' | 'removed' | 'optedout'

/** A contact and a group. */
export interface Member {
  groupId: number
  contactId: number
}

export const pickMemberEvent = (state: MemberState) =>
  state === 'member' ? groupEvents.memberAdded : groupEvents.memberRemoved

/** Pairs of group and contact as rows (group_id, contact_id). */
export const membersSql = (members: readonly Member[]): Sql => {
  const groupIds = members.map(({ groupId }) => groupId)
  const contactIds = members.map(({ contactId }) => contactId)
  return Prisma.sql`SELECT * FROM unnest(${groupIds}::int[], ${contactIds}::int[]) AS pair(group_id, contact_id)`
}

/** Selects those of these contacts that are members of one group, as members of another. */
export const membersOfSql = (
  { db }: Pick<Scope, 'db'>,
  ids: readonly number[],
  fromId: number,
  intoId: number,
): Sql => Prisma.sql`
  SELECT ${intoId}::int AS group_id, contact_id FROM contact_group_member
  WHERE tenant_id = ${db.tenantId}::int AND group_id = ${fromId}::int AND state = 'member' AND is_listed
    AND contact_id = ANY (${[...ids]}::int[])`

/**
 * Adds contacts to groups, with history and events, and returns a Member for each that was not a member before. Groups
 * that are deleted are left out. Locks by group id, then contact id, as every change of several members does.
 *
 * @param groupIds all groups of `members`.
 * @param members rows (group_id, contact_id).
 * @param readmitted the states from which a contact becomes a member again; in other states it stays as it is.
 */
export const addMembersSql = (
  scope: Scope,
  groupIds: readonly number[],
  members: Sql,
  readmitted: readonly MemberState[],
): Sql => {
  const onConflict =
    readmitted.length === 0
      ? Prisma.sql`DO NOTHING`
      : Prisma.sql`(tenant_id, group_id, contact_id) DO UPDATE
        SET state = 'member', audit_id = m.audit_id + 1, changed_at = excluded.changed_at
        WHERE m.state = ANY (${[...readmitted]}::text[])`
  return changeSql(
    scope,
    groupIds,
    members,
    'member',
    Prisma.sql`changed AS (
      INSERT INTO contact_group_member AS m (tenant_id, group_id, contact_id, state, changed_at)
      SELECT ${scope.db.tenantId}::int, group_id, contact_id, 'member', ${scope.clock.now()}::timestamptz
      FROM wanted ORDER BY group_id, contact_id
      ON CONFLICT ${onConflict}
      RETURNING m.group_id, m.contact_id
    )`,
  )
}

/** Removes members from groups, with history and events, and returns each that was a member. See addMembersSql. */
export const removeMembersSql = (scope: Scope, groupIds: readonly number[], members: Sql): Sql =>
  changeSql(
    scope,
    groupIds,
    members,
    'removed',
    Prisma.sql`current_member AS MATERIALIZED (
      SELECT m.id FROM contact_group_member m
      JOIN wanted w ON m.group_id = w.group_id AND m.contact_id = w.contact_id
      WHERE m.tenant_id = ${scope.db.tenantId}::int AND m.state = 'member'
      ORDER BY m.group_id, m.contact_id FOR UPDATE OF m
    ), changed AS (
      UPDATE contact_group_member m
      SET state = 'removed', audit_id = m.audit_id + 1, changed_at = ${scope.clock.now()}::timestamptz
      FROM current_member o WHERE m.tenant_id = ${scope.db.tenantId}::int AND m.id = o.id
      RETURNING m.group_id, m.contact_id
    )`,
  )

/** @param write parts that read `wanted` (group_id, contact_id) and end in `changed` with the same columns. */
const changeSql = (
  scope: Scope,
  groupIds: readonly number[],
  members: Sql,
  state: 'member' | 'removed',
  write: Sql,
): Sql => Prisma.sql`
  WITH locked_group AS MATERIALIZED (
    SELECT id, audit_id FROM contact_group
    WHERE tenant_id = ${scope.db.tenantId}::int AND id = ANY (${[...groupIds]}::int[]) AND deleted_at IS NULL
    ORDER BY id FOR SHARE
  ), wanted AS (
    SELECT DISTINCT n.group_id, n.contact_id FROM (${members}) n JOIN locked_group g ON g.id = n.group_id
  ), ${write}, moved AS (
    SELECT c.group_id, g.audit_id, c.contact_id,
      jsonb_build_object('contactId', c.contact_id, 'by', 'staff') AS payload
    FROM changed c JOIN locked_group g ON g.id = c.group_id
  ), change AS MATERIALIZED (
    SELECT 'group'::text AS entity, group_id AS entity_id, audit_id, 'updated'::text AS action,
      payload || jsonb_build_object('state', ${state}::text) AS changes, ${pickMemberEvent(state)}::text AS kind, payload,
      'local'::text AS origin
    FROM moved
  ), ${recordedParts(scope)}
  SELECT group_id AS "groupId", contact_id AS "contactId" FROM moved`

/** Counts the members of one group by their state in another: `already` and `out`. */
export const sharedMembersSql = ({ db }: Pick<Scope, 'db'>, fromId: number, intoId: number): Sql => Prisma.sql`
  SELECT count(*) FILTER (WHERE w.state = 'member')::int AS "alreadyMembers",
    count(*) FILTER (WHERE w.state <> 'member')::int AS "stayedOut"
  FROM contact_group_member m
  JOIN contact_group_member w
    ON w.tenant_id = m.tenant_id AND w.group_id = ${intoId}::int AND w.contact_id = m.contact_id
  WHERE m.tenant_id = ${db.tenantId}::int AND m.group_id = ${fromId}::int AND m.state = 'member' AND m.is_listed`

/** Copies the opt-outs of one group to another, for contacts that have no state there. Returns a Member for each. */
export const copyOptOutsSql = ({ db }: Pick<Scope, 'db'>, fromId: number, intoId: number): Sql => Prisma.sql`
  INSERT INTO contact_group_member (tenant_id, group_id, contact_id, state, changed_at)
  SELECT tenant_id, ${intoId}::int, contact_id, state, changed_at FROM contact_group_member
  WHERE tenant_id = ${db.tenantId}::int AND group_id = ${fromId}::int AND state = 'optedout' ORDER BY contact_id
  ON CONFLICT DO NOTHING RETURNING group_id AS "groupId", contact_id AS "contactId"`

/** Locks what a contact is to a group: a statement for many members may be changing it at the same time. */
export const lockMemberSql = ({ db }: Pick<Scope, 'db'>, { groupId, contactId }: Member): Sql => Prisma.sql`
  SELECT id FROM contact_group_member
  WHERE tenant_id = ${db.tenantId}::int AND group_id = ${groupId}::int AND contact_id = ${contactId}::int FOR UPDATE`
