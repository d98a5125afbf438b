import { recordChange } from '../../../kernel/audit/audit.ts'
import { oneAtATime } from '../../../kernel/tenancy/one-at-a-time.ts'
import type { Scope } from '../../../kernel/tenancy/scope.ts'
import type { Transaction } from '../../../kernel/tenancy/tenant-db.ts'
import { groupEvents } from './groups.events.ts'

/**
 * Makes a group for something else that needs one, in its transaction. Names of groups are unique: where the wanted one
 * is taken, the first free of "name (2)", "name (3)" ... is. Answers its id.
 */
export const createNamedGroup = async (scope: Scope, tx: Transaction, wanted: string): Promise<number> => {
  const { tenantId } = scope.db
  await oneAtATime(tx, tenantId, 'contact_group')
  const name = await freeName(scope, tx, wanted)
  const group = await tx.group.create({ data: { tenantId, name } })
  const event = { kind: groupEvents.created, payload: { name } }
  const change = { entity: 'group', entityId: group.id, auditId: group.auditId, action: 'created' } as const
  await recordChange(scope, tx, { ...change, changes: { name }, event })
  return group.id
}

const freeName = async ({ db }: Scope, tx: Transaction, wanted: string): Promise<string> => {
  const where = { tenantId: db.tenantId, deletedAt: null, name: { startsWith: wanted, mode: 'insensitive' } as const }
  const groups = await tx.group.findMany({ where, select: { name: true } })
  const taken = new Set(groups.map(({ name }) => name.toLowerCase()))
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted} (${number})`
  return name
}
