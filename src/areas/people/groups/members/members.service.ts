import type {
  GroupMemberAdded,
  GroupMemberRemoved,
  GroupMembersAddInput,
  GroupMembersRemoveInput,
} from '#contract/people/groups'
import { ruleRefused } from '#kernel/errors/problem'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { holdGroup } from '../hold-group.service.ts'
import { changeMembers } from './members.sql.ts'

/**
 * Staff adds contacts to a group, in a few statements however many: who is in it stays, who opted out stays out unless
 * forced, who was removed by staff comes back. Answers what came of each, in the order in which they were sent.
 *
 * @throws 404; 422 unknown-reference naming each id that is no contact, and nobody is added.
 */
export const addMembers = (scope: Scope, groupId: number, input: GroupMembersAddInput): Promise<GroupMemberAdded[]> =>
  scope.db.transaction(async (tx) => {
    const group = await holdGroup(scope, tx, groupId)
    const ids = [...new Set(input.ContactIds)]
    await assertContacts(scope, tx, input.ContactIds, ids)
    const write = addSql(scope, groupId, ids, input.forceSave ?? false)
    const added = new Set(await changeMembers(scope, tx, group, 'member', write))
    const optedOut = await optedOutOf(scope, tx, groupId, ids)
    if (added.size === 0) await settle(scope, tx, groupId, group.auditId)
    return ids.map((id) => ({
      ContactId: id,
      Result: added.has(id) ? 'added' : optedOut.has(id) ? 'optedout' : 'alreadymember',
    }))
  })

/** Staff takes contacts out of a group, in one statement however many; who is not in it is left alone. */
export const removeMembers = (
  scope: Scope,
  groupId: number,
  input: GroupMembersRemoveInput,
): Promise<GroupMemberRemoved[]> =>
  scope.db.transaction(async (tx) => {
    const group = await holdGroup(scope, tx, groupId)
    const ids = [...new Set(input.ContactIds)]
    const write = Prisma.sql`
      update contact_group_member set state = 'removed', audit_id = audit_id + 1, changed_at = ${scope.clock.now()}
      where tenant_id = ${scope.db.tenantId} and group_id = ${groupId} and contact_id = any(${ids}::int[])
        and state = 'member' returning contact_id`
    const removed = new Set(await changeMembers(scope, tx, group, 'removed', write))
    if (removed.size === 0) await settle(scope, tx, groupId, group.auditId)
    return ids.map((id) => ({ ContactId: id, Result: removed.has(id) ? 'removed' : 'notmember' }))
  })

/** Where nobody came or went: the history says that it was asked, and the Idempotency-Key is settled. */
const settle = (scope: Scope, tx: Transaction, entityId: number, auditId: number): Promise<void> =>
  recordChange(scope, tx, { entity: 'group', entityId, auditId, action: 'updated', changes: {} })

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

/** Answers who came in by this statement and no other; in the order of their ids, in which others hold contacts, too. */
const addSql = ({ db, clock }: Scope, groupId: number, ids: number[], isForced: boolean): Sql => Prisma.sql`
  insert into contact_group_member as m (tenant_id, group_id, contact_id, state, changed_at)
  select ${db.tenantId}, ${groupId}, id, 'member', ${clock.now()} from unnest(${ids}::int[]) as id order by id
  on conflict (tenant_id, group_id, contact_id) do update
    set state = 'member', audit_id = m.audit_id + 1, changed_at = excluded.changed_at
    where m.state = 'removed' or (m.state = 'optedout' and ${isForced}::boolean)
  returning contact_id`

const optedOutOf = async ({ db }: Scope, tx: Transaction, groupId: number, ids: number[]): Promise<Set<number>> => {
  const where = { tenantId: db.tenantId, groupId, contactId: { in: ids }, state: 'optedout' }
  const rows = await tx.groupMember.findMany({ where, select: { contactId: true } })
  return new Set(rows.map(({ contactId }) => contactId))
}
