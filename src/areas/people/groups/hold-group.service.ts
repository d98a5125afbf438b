import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Group } from '#prisma/client'

/**
 * The group as it stands, kept from being changed or deleted until the transaction ends; null where there is none.
 * Many may hold it so at once: who comes and goes does not wait for others.
 */
export const holdGroupIfThere = async (scope: Scope, tx: Transaction, id: number): Promise<Group | null> => {
  await tx.$queryRaw`select 1 from contact_group where tenant_id = ${scope.db.tenantId} and id = ${id} for share`
  return findGroup(scope, tx, id)
}

/** The same of several, in one statement and in the order of their ids: those that are there. */
export const holdGroups = async (
  { db }: Pick<Scope, 'db'>,
  tx: Transaction,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const rows = await tx.$queryRaw<{ id: number }[]>`select id from contact_group where tenant_id = ${db.tenantId}
    and id = any(${[...ids]}::int[]) and deleted_at is null order by id for share`
  return new Set(rows.map(({ id }) => id))
}

/** As holdGroupIfThere; 404 where there is none. */
export const holdGroup = async (scope: Scope, tx: Transaction, id: number): Promise<Group> =>
  (await holdGroupIfThere(scope, tx, id)) ?? missing()

/** The group as it stands, for the one who changes or deletes it: whoever holds or refers to it is waited for. */
export const lockGroup = async (scope: Scope, tx: Transaction, id: number): Promise<Group> => {
  await tx.$queryRaw`select 1 from contact_group where tenant_id = ${scope.db.tenantId} and id = ${id} for update`
  return (await findGroup(scope, tx, id)) ?? missing()
}

const findGroup = ({ db }: Scope, tx: Transaction, id: number): Promise<Group | null> =>
  tx.group.findFirst({ where: { tenantId: db.tenantId, id, deletedAt: null } })

const missing = (): never => {
  throw notFound('group')
}
