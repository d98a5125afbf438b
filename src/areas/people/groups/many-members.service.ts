import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { moveParts } from './members/members.sql.ts'

/** A contact in a group. */
export interface Place {
  groupId: number
  contactId: number
}

/**
 * Staff's will for many contacts and groups at once, in one statement: puts each contact into each group that is there.
 * Who opted out stays out. Answers those that came in.
 */
export const addToGroups = (
  tx: SqlRunner,
  scope: Scope,
  groupIds: readonly number[],
  contactIds: readonly number[],
): Promise<Place[]> =>
  tx.rows<Place>(Prisma.sql`
    with ${heldGroups(scope, groupIds)}, changed as (
      insert into contact_group_member as m (tenant_id, group_id, contact_id, state, changed_at)
      select ${scope.db.tenantId}::int, g.id, c.id, 'member', ${scope.clock.now()}::timestamptz
      from held g cross join unnest(${[...contactIds]}::int[]) as c(id) order by g.id, c.id
      on conflict (tenant_id, group_id, contact_id) do update
        set state = 'member', audit_id = m.audit_id + 1, changed_at = excluded.changed_at where m.state = 'removed'
      returning group_id, contact_id
    ), moved as (
      select c.group_id, g.audit_id, c.contact_id from changed c join held g on g.id = c.group_id
    ), ${moveParts(scope, 'member')} select group_id as "groupId", contact_id as "contactId" from moved`)

/** The same the other way round: takes each contact out of each group; answers those that were in it. */
export const takeFromGroups = (
  tx: SqlRunner,
  scope: Scope,
  groupIds: readonly number[],
  contactIds: readonly number[],
): Promise<Place[]> =>
  tx.rows<Place>(Prisma.sql`
    with ${heldGroups(scope, groupIds)}, there as materialized (
      select m.id from contact_group_member m where m.tenant_id = ${scope.db.tenantId}::int
        and m.group_id in (select id from held) and m.contact_id = any(${[...contactIds]}::int[]) and m.state = 'member'
      order by m.group_id, m.contact_id for update
    ), changed as (
      update contact_group_member m set state = 'removed', audit_id = m.audit_id + 1,
        changed_at = ${scope.clock.now()}::timestamptz
      from there t where m.tenant_id = ${scope.db.tenantId}::int and m.id = t.id returning m.group_id, m.contact_id
    ), moved as (
      select c.group_id, g.audit_id, c.contact_id from changed c join held g on g.id = c.group_id
    ), ${moveParts(scope, 'removed')} select group_id as "groupId", contact_id as "contactId" from moved`)

/** The groups that are there, as `held`: nobody ends them until the transaction does. */
const heldGroups = ({ db }: Scope, groupIds: readonly number[]): Sql => Prisma.sql`held as materialized (
    select id, audit_id from contact_group where tenant_id = ${db.tenantId}::int
      and id = any(${[...groupIds]}::int[]) and deleted_at is null order by id for share
  )`
