import { canActFor } from '#areas/people/contacts/acting-contacts/acting-contacts.queries'
import { changeContact } from '#areas/people/contacts/contact-changes.service'
import type { GroupJoinInput } from '#contract/people/groups'
import { badInput, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Group, GroupMember } from '#prisma/client'
import { groupKind } from './groups.queries.ts'
import { type GroupOfContact, groupsOfContactSql } from './groups.sql.ts'
import { lockMemberSql, type MemberState, pickMemberEvent } from './members/members.sql.ts'

/** Lists every group of the tenant by name, with the contact's state in it. */
export const listGroupsOfContact = (scope: Scope, contactId: number): Promise<GroupOfContact[]> =>
  scope.db.rows<GroupOfContact>(groupsOfContactSql(scope, contactId))

/**
 * Adds a contact to a group. With IsOptIn the contact itself asks to join, or another contact that is allowed to act
 * for it: this ends an earlier opt-out, and the group can disallow it. Otherwise staff adds it, and needs forceSave if
 * the contact opted out.
 *
 * @throws 404; 422 opt-in-disallowed, opted-out, may-not-act.
 */
export const joinGroup = (
  scope: Scope,
  contactId: number,
  groupId: number,
  input: GroupJoinInput,
  expected: ExpectedVersion,
): Promise<{ result: GroupOfContact; auditId: number }> => {
  const acting = parseActing(input.ActingContactId, input.IsOptIn ?? false, '/ActingContactId')
  return changeContact(scope, contactId, expected, 'groups', async (tx) => {
    const current = await lockMember(scope, tx, contactId, groupId)
    const { group, member } = current
    await requireActing(scope, tx, acting, contactId)
    if (member?.state === 'member') return { result: toGroupOfContact(group, member) }
    if (input.IsOptIn && group.disallowOptIn) {
      throw ruleRefused('opt-in-disallowed', 'The group does not allow contacts to join by themselves.')
    }
    if (!input.IsOptIn && !input.forceSave && member?.state === 'optedout') {
      throw ruleRefused('opted-out', 'The contact opted out of this group. Set forceSave to add it nevertheless.')
    }
    const saved = await setState(scope, tx, current, 'member', input.IsOptIn ? 'contact' : 'staff', acting)
    return { result: toGroupOfContact(group, saved), changes: { groupId, state: 'member' } }
  })
}

interface LeaveOptions {
  /** Whether the contact itself asks to leave, or another contact for it; otherwise staff removes it. */
  isOptOut: boolean
  actingContactId?: number | undefined
}

/**
 * Removes a contact from a group. An opt-out is stored even if the contact was not a member; the group can disallow it.
 *
 * @throws 404; 422 opt-out-disallowed, may-not-act.
 */
export const leaveGroup = (
  scope: Scope,
  contactId: number,
  groupId: number,
  { isOptOut, actingContactId }: LeaveOptions,
  expected: ExpectedVersion,
): Promise<{ result: null; auditId: number }> => {
  const acting = parseActing(actingContactId, isOptOut, 'query:actingContactId')
  return changeContact(scope, contactId, expected, 'groups', async (tx) => {
    const current = await lockMember(scope, tx, contactId, groupId)
    await requireActing(scope, tx, acting, contactId)
    if (isOptOut && current.group.disallowOptOut) {
      throw ruleRefused('opt-out-disallowed', 'The group does not allow contacts to leave by themselves.')
    }
    if (!isOptOut && current.member?.state !== 'member') throw notFound('member of the group')
    const state = isOptOut ? 'optedout' : 'removed'
    if (current.member?.state === state) return { result: null }
    await setState(scope, tx, current, state, isOptOut ? 'contact' : 'staff', acting)
    return { result: null, changes: { groupId, state } }
  })
}

/** A contact that states the preference of another, and the field that names it. */
interface ActingContact {
  contactId: number
  pointer: string
}

const parseActing = (
  contactId: number | null | undefined,
  isPreference: boolean,
  pointer: string,
): ActingContact | undefined => {
  if (!contactId) return undefined
  if (!isPreference) throw badInput(pointer, 'must only be sent for an opt-in or opt-out')
  return { contactId, pointer }
}

// The response is the same for a contact that does not exist and for one that is not allowed to act.
const requireActing = async (
  scope: Scope,
  tx: Transaction,
  acting: ActingContact | undefined,
  contactId: number,
): Promise<void> => {
  if (!acting || (await canActFor(scope, acting.contactId, contactId, tx))) return
  const errors = [{ pointer: acting.pointer, message: 'must be a contact that is allowed to act for this contact' }]
  throw ruleRefused('may-not-act', 'The acting contact is not allowed to act for this contact.', errors)
}

/** A group and a contact's row in it, both locked. */
interface LockedMember {
  group: Group
  contactId: number
  member: GroupMember | null
}

const lockMember = async (scope: Scope, tx: Transaction, contactId: number, groupId: number): Promise<LockedMember> => {
  const group = await lockRecord(scope, tx, groupKind, groupId, undefined, 'share')
  await tx.rows(lockMemberSql(scope, { groupId, contactId }))
  const member = await tx.groupMember.findFirst({ where: { tenantId: scope.db.tenantId, groupId, contactId } })
  return { group, contactId, member }
}

const setState = async (
  scope: Scope,
  tx: Transaction,
  { group, contactId, member }: LockedMember,
  state: MemberState,
  by: 'staff' | 'contact',
  acting: ActingContact | undefined,
): Promise<GroupMember> => {
  const { tenantId, id: groupId } = group
  const data = { state, changedAt: scope.clock.now() }
  const saved = member
    ? await tx.groupMember.update({
        where: { tenantId_id: { tenantId, id: member.id } },
        data: { ...data, ...NEXT_VERSION },
      })
    : await tx.groupMember.create({ data: { ...data, tenantId, groupId, contactId } })
  const payload = { contactId, by, ...(acting && { actingContactId: acting.contactId }) }
  // An opt-out of a contact that was not a member changes nothing that a subscriber could see.
  const eventKind = state === 'member' || member?.state === 'member' ? pickMemberEvent(state) : null
  const changes = { ...payload, state }
  await recordChange(scope, tx, changeOf(groupKind, group, 'updated', { changes, payload, eventKind }))
  return saved
}

const toGroupOfContact = (group: Group, member: GroupMember): GroupOfContact => ({
  groupId: group.id,
  name: group.name,
  disallowOptIn: group.disallowOptIn,
  disallowOptOut: group.disallowOptOut,
  isMemberViewable: group.isMemberViewable,
  memberId: member.id,
  memberAuditId: member.auditId,
  state: member.state as MemberState,
  changedAt: member.changedAt,
})
