import type { GroupJoinInput } from '../../../contract/people/groups.ts'
import type { Group, GroupMember } from '../../../generated/prisma/client.ts'
import { recordChange } from '../../../kernel/audit/audit.ts'
import { notFound, ruleRefused } from '../../../kernel/errors/problem.ts'
import type { ExpectedVersion } from '../../../kernel/http/versions.ts'
import type { Scope } from '../../../kernel/tenancy/scope.ts'
import type { Transaction } from '../../../kernel/tenancy/tenant-db.ts'
import { changeContact } from '../contacts/details/change-contact.service.ts'
import { groupEvents } from './groups.events.ts'
import type { GroupOfContact, MemberState } from './groups.queries.ts'
import { lockGroup } from './groups.service.ts'

/**
 * Puts a contact into a group: by its own wish (IsOptIn), which ends an earlier opt-out and which the group may
 * disallow, or by staff, who need forceSave where the contact had left by its own wish.
 */
export const joinGroup = (
  scope: Scope,
  contactId: number,
  groupId: number,
  input: GroupJoinInput,
  expected: ExpectedVersion,
): Promise<{ answer: GroupOfContact; auditId: number }> =>
  changeContact(scope, contactId, expected, 'groups', async (tx) => {
    const group = await lockGroup(scope, tx, groupId)
    const member = await findMember(scope, tx, contactId, groupId)
    if (member?.state === 'member') return { answer: asSeen(group, member) }
    if (input.IsOptIn && group.disallowOptIn) {
      throw ruleRefused('opt-in-disallowed', 'Contacts cannot join this group by themselves.')
    }
    if (!input.IsOptIn && !input.forceSave && member?.state === 'optedout') {
      throw ruleRefused('opted-out', 'The contact left this group by its own wish.')
    }
    const saved = await setState(scope, tx, { group, contactId, member }, 'member')
    return { answer: asSeen(group, saved), changes: { groupId, state: 'member' } }
  })

/**
 * Takes a contact out of a group: by its own wish (isOptOut), which the group may disallow and which is kept even where
 * the contact was not in it, or by staff.
 */
export const leaveGroup = (
  scope: Scope,
  contactId: number,
  groupId: number,
  isOptOut: boolean,
  expected: ExpectedVersion,
): Promise<{ answer: null; auditId: number }> =>
  changeContact(scope, contactId, expected, 'groups', async (tx) => {
    const group = await lockGroup(scope, tx, groupId)
    const member = await findMember(scope, tx, contactId, groupId)
    if (isOptOut && group.disallowOptOut) {
      throw ruleRefused('opt-out-disallowed', 'Contacts cannot leave this group by themselves.')
    }
    if (!isOptOut && member?.state !== 'member') throw notFound('member of the group')
    const state = isOptOut ? 'optedout' : 'removed'
    if (member?.state === state) return { answer: null }
    await setState(scope, tx, { group, contactId, member }, state)
    return { answer: null, changes: { groupId, state } }
  })

const findMember = ({ db }: Scope, tx: Transaction, contactId: number, groupId: number): Promise<GroupMember | null> =>
  tx.groupMember.findFirst({ where: { tenantId: db.tenantId, groupId, contactId } })

interface Place {
  group: Group
  contactId: number
  member: GroupMember | null
}

const setState = async (
  scope: Scope,
  tx: Transaction,
  { group, contactId, member }: Place,
  state: MemberState,
): Promise<GroupMember> => {
  const { tenantId, id: groupId } = group
  const changed = { state, changedAt: scope.clock.now() }
  const saved = member
    ? await tx.groupMember.update({
        where: { tenantId_id: { tenantId, id: member.id } },
        data: { ...changed, auditId: { increment: 1 } },
      })
    : await tx.groupMember.create({ data: { ...changed, tenantId, groupId, contactId } })
  const event = { kind: groupEvents.membershipChanged, payload: { contactId, state } }
  const change = { entity: 'group', entityId: groupId, auditId: group.auditId, action: 'updated' } as const
  await recordChange(scope, tx, { ...change, changes: { contactId, state }, event })
  return saved
}

const asSeen = (group: Group, member: GroupMember): GroupOfContact => ({
  groupId: group.id,
  name: group.name,
  disallowOptIn: group.disallowOptIn,
  disallowOptOut: group.disallowOptOut,
  memberId: member.id,
  memberAuditId: member.auditId,
  state: member.state as MemberState,
  changedAt: member.changedAt,
})
