import { requireContacts } from '#areas/people/contacts/contacts.queries'
import { markContactsModified } from '#areas/people/contacts/records/contact-rows.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type {
  GroupMemberAdded,
  GroupMemberRemoved,
  GroupMembersAddInput,
  GroupMembersRemoveInput,
} from '#contract/people/groups'
import { MAX_ID } from '#kernel/database/ids'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Group } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
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
    const ids = [...new Set(input.ContactIds)]
    const group = await lockContactsAndGroup(scope, tx, ids, groupId)
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
    const ids = [...new Set(input.ContactIds)]
    const group = await lockContactsAndGroup(scope, tx, ids, groupId)
    const members = ids.map((contactId) => ({ groupId, contactId }))
    const removed = contactIds(await removeMembers(scope, tx, members))
    if (removed.size === 0) await recordNoChange(scope, tx, group)
    return ids.map((id) => ({ ContactId: id, Result: removed.has(id) ? 'removed' : 'notmember' }))
  })

/** Locks the contacts before the group, as every change of one contact does: two changes do not block each other. */
const lockContactsAndGroup = async (
  scope: Scope,
  tx: Transaction,
  ids: readonly number[],
  groupId: number,
): Promise<Group> => {
  await lockContacts(tx, scope, ids.filter(isId))
  return lockRecord(scope, tx, groupKind, groupId, undefined, 'share')
}

const isId = (id: number): boolean => id > 0 && id <= MAX_ID

/** Locks the members of a group, before a change of all of them locks the group, and returns their ids. */
export const lockMembers = async (scope: Scope, tx: Transaction, groupId: number): Promise<number[]> => {
  const ids = await listMemberIds(scope, tx, groupId)
  await lockContacts(tx, scope, ids)
  return ids
}

/** Lists the contacts that are, or were, members of a group. */
export const listMemberIds = (scope: Scope, tx: Transaction, groupId: number): Promise<number[]> =>
  runForWholeTenant(scope, tx, async () => {
    const where = { tenantId: scope.db.tenantId, groupId }
    const rows = await tx.groupMember.findMany({ where, select: { contactId: true }, orderBy: { contactId: 'asc' } })
    return rows.map(({ contactId }) => contactId)
  })

/** Lists the contacts that are members of a group now. */
export const listCurrentMemberIds = (scope: Scope, tx: Transaction, groupId: number): Promise<number[]> =>
  runForWholeTenant(scope, tx, async () => {
    const where = { tenantId: scope.db.tenantId, groupId, state: 'member' }
    const rows = await tx.groupMember.findMany({ where, select: { contactId: true }, orderBy: { contactId: 'asc' } })
    return rows.map(({ contactId }) => contactId)
  })

/**
 * Adds contacts to groups as staff, in a few statements for any number of them, and puts them into the change feed. Lock
 * the contacts before. Leaves out deleted groups, and contacts that opted out unless `isForced`.
 *
 * @param created contacts that the same transaction has created: their creation puts them into the change feed.
 * @returns those that were not members before.
 */
export const addMembers = async (
  scope: Scope,
  tx: SqlRunner,
  members: readonly Member[],
  { isForced = false, created = NONE }: { isForced?: boolean; created?: ReadonlySet<number> } = {},
): Promise<Member[]> => {
  if (members.length === 0) return []
  const readmitted = isForced ? (['removed', 'optedout'] as const) : (['removed'] as const)
  return changeMembers(scope, tx, addMembersSql(scope, groupIds(members), membersSql(members), readmitted), created)
}

const NONE: ReadonlySet<number> = new Set()

/** Removes contacts from groups as staff, as addMembers adds them. Returns those that were members. */
export const removeMembers = async (scope: Scope, tx: SqlRunner, members: readonly Member[]): Promise<Member[]> =>
  members.length === 0 ? [] : changeMembers(scope, tx, removeMembersSql(scope, groupIds(members), membersSql(members)))

/** Changes the members of groups: the only way for several. The groups of a contact are part of its documents. */
const changeMembers = async (
  scope: Scope,
  tx: SqlRunner,
  change: Sql,
  created: ReadonlySet<number> = NONE,
): Promise<Member[]> => {
  const changed = await tx.rows<Member>(change)
  const modified = [...contactIds(changed)].filter((id) => !created.has(id))
  await markContactsModified(scope, tx, modified)
  return changed
}

/**
 * Adds the members of a group to another, except contacts with any state there. Returns how many were added.
 *
 * @param ids the members to add. Members that joined since lockMembers would be locked out of order.
 */
export const copyMembers = async (
  scope: Scope,
  tx: SqlRunner,
  ids: readonly number[],
  fromId: number,
  intoId: number,
): Promise<number> =>
  (await changeMembers(scope, tx, addMembersSql(scope, [intoId], membersOfSql(scope, ids, fromId, intoId), []))).length

/** Copies the opt-outs of a group to another, for contacts that have no state there. */
export const copyOptOuts = async (scope: Scope, tx: SqlRunner, fromId: number, intoId: number): Promise<void> => {
  await changeMembers(scope, tx, copyOptOutsSql(scope, fromId, intoId))
}

/** Counts the members of a group that are members of another too, or were removed from it or opted out there. */
export const countMembersOfOther = async (scope: Scope, tx: SqlRunner, fromId: number, intoId: number) => {
  const [counts] = await tx.rows<{ alreadyMembers: number; stayedOut: number }>(sharedMembersSql(scope, fromId, intoId))
  return counts ?? { alreadyMembers: 0, stayedOut: 0 }
}

// Without a changed member the history still contains the request, and the Idempotency-Key is committed.
const recordNoChange = (scope: Scope, tx: Transaction, group: Group): Promise<void> =>
  recordChange(scope, tx, changeOf(groupKind, group, 'updated', { changes: {}, eventKind: null }))

const listOptedOut = async ({ db }: Scope, tx: Transaction, groupId: number, ids: number[]): Promise<Set<number>> => {
  const where = { tenantId: db.tenantId, groupId, contactId: { in: ids }, state: 'optedout' }
  return contactIds(await tx.groupMember.findMany({ where, select: { contactId: true } }))
}

const contactIds = (members: readonly Pick<Member, 'contactId'>[]): Set<number> =>
  new Set(members.map(({ contactId }) => contactId))

const groupIds = (members: readonly Member[]): number[] => [...new Set(members.map(({ groupId }) => groupId))]
