import { requireContacts } from '#areas/people/contacts/contact-references.queries'
import type {
  GroupMemberAdded,
  GroupMemberRemoved,
  GroupMembersAddInput,
  GroupMembersRemoveInput,
} from '#contract/people/groups'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Group } from '#prisma/client'
import { groupKind } from '../groups.queries.ts'
import {
  addMembersSql,
  copyOptOutsSql,
  type Member,
  membersOfSql,
  membersSql,
  removeMembersSql,
  sharedMembersSql,
} from './members.sql.ts'

/**
 * Adds contacts to a group as staff and returns the result of each, in the order of the request. A contact that opted
 * out stays out, unless forceSave is set; a contact that staff had removed becomes a member again.
 *
 * @throws 404; 422 unknown-reference naming each id that is not a contact, and no contact is added.
 */
export const addGroupMembers = (
  scope: Scope,
  groupId: number,
  input: GroupMembersAddInput,
): Promise<GroupMemberAdded[]> =>
  scope.db.transaction(async (tx) => {
    const group = await lockRecord(scope, tx, groupKind, groupId, undefined, 'share')
    const ids = [...new Set(input.ContactIds)]
    const references = input.ContactIds.map((contactId, at) => ({ pointer: `/ContactIds/${at}`, contactId }))
    await requireContacts(scope, tx, references)
    const members = ids.map((contactId) => ({ groupId, contactId }))
    const added = contactIds(await addMembers(scope, tx, members, { isForced: input.forceSave ?? false }))
    const optedOut = await listOptedOut(scope, tx, groupId, ids)
    if (added.size === 0) await recordNoChange(scope, tx, group)
    return ids.map((id) => ({
      ContactId: id,
      Result: added.has(id) ? 'added' : optedOut.has(id) ? 'optedout' : 'alreadymember',
    }))
  })

/** Removes contacts from a group as staff and returns the result of each, in the order of the request. */
export const removeGroupMembers = (
  scope: Scope,
  groupId: number,
  input: GroupMembersRemoveInput,
): Promise<GroupMemberRemoved[]> =>
  scope.db.transaction(async (tx) => {
    const group = await lockRecord(scope, tx, groupKind, groupId, undefined, 'share')
    const ids = [...new Set(input.ContactIds)]
    const members = ids.map((contactId) => ({ groupId, contactId }))
    const removed = contactIds(await removeMembers(scope, tx, members))
    if (removed.size === 0) await recordNoChange(scope, tx, group)
    return ids.map((id) => ({ ContactId: id, Result: removed.has(id) ? 'removed' : 'notmember' }))
  })

/**
 * Adds contacts to groups as staff, in one statement for any number of them. Leaves out deleted groups, and contacts
 * that opted out unless `isForced`.
 *
 * @returns those that were not members before.
 */
export const addMembers = async (
  scope: Scope,
  tx: SqlRunner,
  members: readonly Member[],
  { isForced = false } = {},
): Promise<Member[]> => {
  if (members.length === 0) return []
  const readmitted = isForced ? (['removed', 'optedout'] as const) : (['removed'] as const)
  return tx.rows<Member>(addMembersSql(scope, groupIds(members), membersSql(members), readmitted))
}

/** Removes contacts from groups as staff, in one statement. Returns those that were members. */
export const removeMembers = async (scope: Scope, tx: SqlRunner, members: readonly Member[]): Promise<Member[]> =>
  members.length === 0 ? [] : tx.rows<Member>(removeMembersSql(scope, groupIds(members), membersSql(members)))

/** Adds the members of a group to another, except contacts with any state there. Returns how many were added. */
export const copyMembers = async (scope: Scope, tx: SqlRunner, fromId: number, intoId: number): Promise<number> =>
  (await tx.rows<Member>(addMembersSql(scope, [intoId], membersOfSql(scope, fromId, intoId), []))).length

/** Copies the opt-outs of a group to another, for contacts that have no state there. */
export const copyOptOuts = async (scope: Scope, tx: SqlRunner, fromId: number, intoId: number): Promise<void> => {
  await tx.rows(copyOptOutsSql(scope, fromId, intoId))
}

/** Counts the members of a group that are members of another too, or were removed from it or opted out there. */
export const countMembersOfOther = async (scope: Scope, tx: SqlRunner, fromId: number, intoId: number) => {
  const [counts] = await tx.rows<{ alreadyMembers: number; stayedOut: number }>(sharedMembersSql(scope, fromId, intoId))
  return counts ?? { alreadyMembers: 0, stayedOut: 0 }
}

/** Without a changed member the history still contains the request, and the Idempotency-Key is committed. */
const recordNoChange = (scope: Scope, tx: Transaction, group: Group): Promise<void> =>
  recordChange(scope, tx, changeOf(groupKind, group, 'updated', { changes: {}, eventKind: null }))

const listOptedOut = async ({ db }: Scope, tx: Transaction, groupId: number, ids: number[]): Promise<Set<number>> => {
  const where = { tenantId: db.tenantId, groupId, contactId: { in: ids }, state: 'optedout' }
  return contactIds(await tx.groupMember.findMany({ where, select: { contactId: true } }))
}

const contactIds = (members: readonly Pick<Member, 'contactId'>[]): Set<number> =>
  new Set(members.map(({ contactId }) => contactId))

const groupIds = (members: readonly Member[]): number[] => [...new Set(members.map(({ groupId }) => groupId))]
