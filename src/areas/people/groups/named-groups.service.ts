import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { freeName } from '#kernel/text/free-name'
import { groupEvents } from './groups.events.ts'

/** As the contract has it. */
const LONGEST_NAME = 200

/**
 * Makes a group for something else that needs one, in its transaction. Names of groups are unique: where the wanted one
 * is taken, the first free of "name (2)", "name (3)" ... is. Answers its id.
 */
export const createNamedGroup = async (scope: Scope, tx: Transaction, wanted: string): Promise<number> => {
  const { tenantId } = scope.db
  await lockSubject(tx, scope, 'contact_group')
  const name = await freeName(wanted, LONGEST_NAME, (one) => isNameTaken(scope, tx, one, 0))
  const group = await tx.group.create({ data: { tenantId, name } })
  const event = { kind: groupEvents.created, payload: { name } }
  const change = { entity: 'group', entityId: group.id, auditId: group.auditId, action: 'created' } as const
  await recordChange(scope, tx, { ...change, changes: { name }, event })
  return group.id
}

/** Whether another group than the one of that id has the name, whatever its case. */
export const isNameTaken = async ({ db }: Scope, tx: Transaction, name: string, id: number): Promise<boolean> => {
  const others = await tx.$queryRaw<object[]>`select 1 from contact_group
    where tenant_id = ${db.tenantId} and deleted_at is null and lower(name) = lower(${name}) and id <> ${id} limit 1`
  return others.length > 0
}
