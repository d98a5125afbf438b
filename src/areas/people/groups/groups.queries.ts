import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import type { Group } from '#prisma/client'
import { groupEvents } from './groups.events.ts'
import { groupNamesSql, groupSql, namesakeSql } from './groups.sql.ts'

/**
 * Lock a group with the strength `share` to change its members or to reference it: any number of transactions can do
 * so at once, and the group cannot be changed or deleted before they end.
 */
export const groupKind: RecordKind<Group> = {
  entity: 'group',
  table: 'contact_group',
  isSoftDeleted: true,
  events: groupEvents,
  find: (tx, { tenantId, id }) => tx.group.findFirst({ where: { tenantId, id, deletedAt: null } }),
}

/**
 * Returns one group.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes.
 * @throws 404.
 */
export const getGroup = async (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> => {
  const [group] = await runner.rows<VersionedRow>(groupSql(scope, id))
  if (!group) throw notFound('group')
  return group
}

/** @throws 404 if the group does not exist. */
export const requireGroup = async ({ db }: Scope, id: number): Promise<void> => {
  const where = { tenantId: db.tenantId, id, deletedAt: null }
  if (!(await db.prisma.group.findFirst({ where, select: { id: true } }))) throw notFound('group')
}

/** Finds another group with this name, case-insensitive; null if there is none. */
export const findNamesake = async (
  { db }: Pick<Scope, 'db'>,
  runner: SqlRunner,
  name: string,
  id: number,
): Promise<object | null> => (await runner.rows<object>(namesakeSql(db.tenantId, name, id)))[0] ?? null

/** Finds the groups of the tenant by name, without regard to case and accents; of several with one name the oldest. */
export const findGroupsByName = async ({ db }: Pick<Scope, 'db'>): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ id: number; name: string }>(groupNamesSql(db.tenantId))
  return new Map(rows.map(({ id, name }) => [fold(name), id]))
}

/** Returns the ids of the groups that one of the contacts is in. */
export const findGroupsOf = async ({ db }: Scope, contactIds: readonly number[]): Promise<ReadonlySet<number>> => {
  const where = { tenantId: db.tenantId, contactId: { in: [...contactIds] }, state: 'member' }
  const rows = await db.prisma.groupMember.findMany({ where, select: { groupId: true }, distinct: ['groupId'] })
  return new Set(rows.map(({ groupId }) => groupId))
}
