import { canActFor } from '#areas/people/contacts/acting-contacts/acting-contacts.queries'
import { changeContact } from '#areas/people/contacts/contact-changes.service'
import type { GroupJoinInput } from '#contract/people/groups'
import { badInput, notFound, ruleRefused } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Group, GroupMember } from '#prisma/client'
import type { MemberState } from './groups.listing.ts'
import type { GroupOfContact } from './groups.queries.ts'
import { holdGroup } from './hold-group.service.ts'
import { recordMember } from './member-changes.ts'

/**
 * Puts a contact into a group: by its own wish (IsOptIn), which ends an earlier opt-out and which the group may
 * disallow, or by staff, who need forceSave where the contact had left by its own wish. The wish can be stated by a
 * contact that may act for this one.
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
  const acting = readActing(input.ActingContactId, input.IsOptIn ?? false, '/ActingContactId')
  return changeContact(scope, contactId, expected, 'groups', async (tx) => {
    const place = await findPlace(scope, tx, contactId, groupId)
    const { group, member } = place
    await assertMayAct(scope, tx, acting, contactId)
    if (member?.state === 'member') return { result: asSeen(group, member) }
    if (input.IsOptIn && group.disallowOptIn) {
      throw ruleRefused('opt-in-disallowed', 'Contacts cannot join this group by themselves.')
    }
    if (!input.IsOptIn && !input.forceSave && member?.state === 'optedout') {
      throw ruleRefused('opted-out', 'The contact left this group by its own wish.')
    }
    const saved = await setState(scope, tx, place, 'member', input.IsOptIn ? 'contact' : 'staff', acting)
    return { result: asSeen(group, saved), changes: { groupId, state: 'member' } }
  })
}

/** The will by which a contact goes: its own, which somebody may state in its name, or that of staff. */
export interface Leaving {
  isOptOut: boolean
  actingContactId?: number | undefined
}

/**
 * Takes a contact out of a group: by its own wish (isOptOut), which the group may disallow and which is kept even where
 * the contact was not in it, or by staff.
 *
 * @throws 404; 422 opt-out-disallowed, may-not-act.
 */
export const leaveGroup = (
  scope: Scope,
  contactId: number,
  groupId: number,
  { isOptOut, actingContactId }: Leaving,
  expected: ExpectedVersion,
): Promise<{ result: null; auditId: number }> => {
  const acting = readActing(actingContactId, isOptOut, 'query:actingContactId')
  return changeContact(scope, contactId, expected, 'groups', async (tx) => {
    const place = await findPlace(scope, tx, contactId, groupId)
    await assertMayAct(scope, tx, acting, contactId)
    if (isOptOut && place.group.disallowOptOut) {
      throw ruleRefused('opt-out-disallowed', 'Contacts cannot leave this group by themselves.')
    }
    if (!isOptOut && place.member?.state !== 'member') throw notFound('member of the group')
    const state = isOptOut ? 'optedout' : 'removed'
    if (place.member?.state === state) return { result: null }
    await setState(scope, tx, place, state, isOptOut ? 'contact' : 'staff', acting)
    return { result: null, changes: { groupId, state } }
  })
}

/** Somebody who states a wish, and where the request names them. */
interface ActingContact {
  contactId: number
  pointer: string
}

const readActing = (
  contactId: number | null | undefined,
  isWish: boolean,
  pointer: string,
): ActingContact | undefined => {
  if (!contactId) return undefined
  if (!isWish) throw badInput(pointer, 'is only for a wish of the contact')
  return { contactId, pointer }
}

/** A contact that does not exist may not act either: the answer does not tell the two apart. */
const assertMayAct = async (
  scope: Scope,
  tx: Transaction,
  acting: ActingContact | undefined,
  contactId: number,
): Promise<void> => {
  if (!acting || (await canActFor(scope, acting.contactId, contactId, tx))) return
  const errors = [{ pointer: acting.pointer, message: 'names nobody who may act for this contact' }]
  throw ruleRefused('may-not-act', 'The contact named may not act for this one.', errors)
}

interface Place {
  group: Group
  contactId: number
  member: GroupMember | null
}

/** The contact's place in the group, both held: what many change at once can be changing it as well. */
const findPlace = async (scope: Scope, tx: Transaction, contactId: number, groupId: number): Promise<Place> => {
  const { tenantId } = scope.db
  const group = await holdGroup(scope, tx, groupId)
  await tx.$queryRaw`select 1 from contact_group_member
    where tenant_id = ${tenantId} and group_id = ${groupId} and contact_id = ${contactId} for update`
  const member = await tx.groupMember.findFirst({ where: { tenantId, groupId, contactId } })
  return { group, contactId, member }
}

const setState = async (
  scope: Scope,
  tx: Transaction,
  { group, contactId, member }: Place,
  state: MemberState,
  by: 'staff' | 'contact',
  acting: ActingContact | undefined,
): Promise<GroupMember> => {
  const { tenantId, id: groupId } = group
  const changed = { state, changedAt: scope.clock.now() }
  const saved = member
    ? await tx.groupMember.update({
        where: { tenantId_id: { tenantId, id: member.id } },
        data: { ...changed, auditId: { increment: 1 } },
      })
    : await tx.groupMember.create({ data: { ...changed, tenantId, groupId, contactId } })
  const wasMember = member?.state === 'member'
  await recordMember(scope, tx, group, { contactId, state, by, actingContactId: acting?.contactId, wasMember })
  return saved
}

const asSeen = (group: Group, member: GroupMember): GroupOfContact => ({
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
