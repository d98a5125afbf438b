import type { GroupMembersAdded, GroupMembersAddInput } from '../../../contract/people/groups.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { recordChange } from '../../../kernel/audit/audit.ts'
import { ruleRefused } from '../../../kernel/errors/problem.ts'
import type { Scope } from '../../../kernel/tenancy/scope.ts'
import type { Transaction } from '../../../kernel/tenancy/tenant-db.ts'
import { groupEvents } from './groups.events.ts'
import { lockGroup } from './groups.service.ts'

/**
 * Adds contacts to a group at once, in a few statements however many: who is in it stays, who opted out stays out
 * unless forced, who was removed by staff comes back. An id that names no contact refuses the whole request.
 */
export const addMembers = (scope: Scope, groupId: number, input: GroupMembersAddInput): Promise<GroupMembersAdded> =>
  scope.db.transaction(async (tx) => {
    const group = await lockGroup(scope, tx, groupId)
    const ids = [...new Set(input.ContactIds)].sort((a, b) => a - b)
    await assertContacts(scope, tx, input.ContactIds, ids)
    const before = await statesOf(scope, tx, groupId, ids)
    const stay = input.forceSave ? ['member'] : ['member', 'optedout']
    const added = ids.filter((id) => !stay.includes(before.get(id) ?? ''))
    await writeMembers(scope, tx, groupId, added)
    const event = { kind: groupEvents.membershipChanged, payload: { added } }
    const change = { entity: 'group', entityId: groupId, auditId: group.auditId, action: 'updated' } as const
    await recordChange(scope, tx, { ...change, changes: { added }, ...(added.length > 0 && { event }) })
    const AlreadyMembers = ids.filter((id) => before.get(id) === 'member').length
    return { Added: added.length, AlreadyMembers, OptedOut: ids.length - added.length - AlreadyMembers }
  })

const assertContacts = async (
  { db }: Scope,
  tx: Transaction,
  sent: readonly number[],
  ids: number[],
): Promise<void> => {
  const where = { tenantId: db.tenantId, id: { in: ids }, deletedAt: null }
  const found = new Set((await tx.contact.findMany({ where, select: { id: true } })).map(({ id }) => id))
  const errors = sent.flatMap((id, index) =>
    found.has(id) ? [] : [{ pointer: `/ContactIds/${index}`, message: 'names no contact' }],
  )
  if (errors.length === 0) return
  throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors.slice(0, 50))
}

const statesOf = async (
  { db }: Scope,
  tx: Transaction,
  groupId: number,
  ids: number[],
): Promise<Map<number, string>> => {
  const rows = await tx.groupMember.findMany({
    where: { tenantId: db.tenantId, groupId, contactId: { in: ids } },
    select: { contactId: true, state: true },
  })
  return new Map(rows.map(({ contactId, state }) => [contactId, state]))
}

const writeMembers = async ({ db, clock }: Scope, tx: Transaction, groupId: number, ids: number[]): Promise<void> => {
  if (ids.length === 0) return
  await tx.$executeRaw(Prisma.sql`
    insert into contact_group_member as m (tenant_id, group_id, contact_id, state, changed_at)
    select ${db.tenantId}, ${groupId}, id, 'member', ${clock.now()} from unnest(${ids}::int[]) as id
    on conflict (tenant_id, group_id, contact_id) do update
      set state = 'member', audit_id = m.audit_id + 1, changed_at = excluded.changed_at`)
}
