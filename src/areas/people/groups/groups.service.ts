import { enqueueContactsChanged } from '#areas/people/contacts/records/contact-rows.service'
import type { GroupCopyInput, GroupEditInput, GroupMerged, GroupMergeInput } from '#contract/people/groups'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { badInput } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockRecordIfPresent, lockRows, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange, recordChanges } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { freeName } from '#kernel/text/free-name'
import { isVisible, oneLine } from '#kernel/text/one-line'
import type { Group, Prisma } from '#prisma/client'
import { setCategories } from './group-categories.service.ts'
import { findNamesake, getGroup, groupKind } from './groups.queries.ts'
import { copyCategoriesSql, type EnsuredGroup, ensureGroupsSql } from './groups.sql.ts'
import { copyMembers, copyOptOuts, countMembersOfOther, listMemberIds, lockMembers } from './members/members.service.ts'

/** @throws 400 if the name is absent or blank. */
const parseGroupName = (sent: string | null | undefined): string => {
  const name = oneLine(sent ?? '')
  if (!name) throw badInput('/Name', 'is required and must not be blank')
  return name
}

/** Parses all fields except the name. A field that is left out keeps its value. */
const parseGroup = (input: GroupEditInput, current: Group | null) => ({
  description: (input.Description === undefined ? current?.description : input.Description?.trim()) || null,
  disallowOptIn: input.DisallowOptIn ?? current?.disallowOptIn ?? false,
  disallowOptOut: input.DisallowOptOut ?? current?.disallowOptOut ?? false,
  isMemberViewable: input.IsMemberViewable ?? current?.isMemberViewable ?? false,
})

/** The maximum of the contract. */
const MAX_NAME_LENGTH = 200

/**
 * Creates a group (id 0) or changes one.
 *
 * @throws 400, 404, 409 duplicate, stale-audit-id, 412, 422 unknown-reference, wrong-category-type.
 */
export const saveGroup = (
  scope: Scope,
  id: number,
  input: GroupEditInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const name = id > 0 && input.Name === undefined ? undefined : await lockUniqueName(scope, tx, input.Name, id)
    const current = await lockForSave(scope, tx, groupKind, id, expected)
    const data = { name: name ?? current?.name ?? '', ...parseGroup(input, current) }
    const saved = current
      ? await tx.group.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.group.create({ data: { ...data, tenantId } })
    const categories = await setCategories(scope, tx, saved.id, input.Categories)
    await record(scope, tx, saved, current ? 'updated' : 'created', categories ? { categories } : {})
    return getGroup(scope, saved.id, tx)
  })

/**
 * Deletes a group; its members stay stored with it. Jobs put them into the change feed.
 *
 * @throws 404, 409 in-use, 412.
 */
export const deleteGroup = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await deleteLocked(scope, tx, await lockRecord(scope, tx, groupKind, id, expected))
  })

/**
 * Creates a group with the settings and categories of this one under another name, with its members unless
 * IncludeMembers is false.
 *
 * @throws 400, 404, 409 duplicate.
 */
export const copyGroup = (scope: Scope, id: number, input: GroupCopyInput): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const name = await lockUniqueName(scope, tx, input.Name, 0)
    const members = (input.IncludeMembers ?? true) ? await lockMembers(scope, tx, id) : []
    const source = await lockRecord(scope, tx, groupKind, id, undefined, 'share')
    const { description, disallowOptIn, disallowOptOut, isMemberViewable } = source
    const data = { name, description, disallowOptIn, disallowOptOut, isMemberViewable }
    const copy = await tx.group.create({ data: { ...data, tenantId } })
    await tx.rows(copyCategoriesSql(tenantId, id, copy.id))
    await record(scope, tx, copy, 'created', { copyOf: id })
    await copyMembers(scope, tx, members, id, copy.id)
    return getGroup(scope, copy.id, tx)
  })

/**
 * Adds the members of a group to another one and deletes it. A contact that is a member of the other group, was removed
 * from it or opted out of it keeps that state.
 *
 * @throws 400 if both are the same group, 404, 409 stale-audit-id, in-use, 412, 422 unknown-reference.
 */
export const mergeGroup = (
  scope: Scope,
  id: number,
  input: GroupMergeInput,
  expected: ExpectedVersion,
): Promise<GroupMerged> => {
  const intoId = input.IntoGroupId
  if (intoId === id) throw badInput('/IntoGroupId', 'must be another group')
  return scope.db.transaction(async (tx) => {
    await lockMembers(scope, tx, id)
    // Both in the order of their ids, so that a merge in the other direction waits.
    await lockRows(scope, tx, groupKind, [id, intoId])
    const source = await lockRecord(scope, tx, groupKind, id, expected)
    const target = await lockRecordIfPresent(scope, tx, groupKind, intoId, 'share')
    if (!target) throw unknownReference('/IntoGroupId', 'group')
    const { alreadyMembers, stayedOut } = await countMembersOfOther(scope, tx, id, intoId)
    // Listed again: a contact that joined before the group was locked must not get lost. If it is locked by another
    // transaction that waits for this one, PostgreSQL ends one of them, and it is run again.
    const members = await listMemberIds(scope, tx, id)
    const added = await copyMembers(scope, tx, members, id, intoId)
    await copyOptOuts(scope, tx, id, intoId)
    await deleteLocked(scope, tx, source, intoId)
    return { GroupId: intoId, Added: added, AlreadyMembers: alreadyMembers, StayedOut: stayedOut }
  })
}

/**
 * Creates a group for another record in its transaction and returns its id. Names of groups are unique: if `wanted` is
 * already in use, takes the first unused of "name (2)", "name (3)" ...
 */
export const createNamedGroup = async (scope: Scope, tx: Transaction, wanted: string): Promise<number> => {
  await lockSubject(scope, tx, groupKind.table)
  const isUsed = async (name: string) => (await findNamesake(scope, tx, name, 0)) !== null
  const name = await freeName(wanted, MAX_NAME_LENGTH, isUsed)
  const group = await tx.group.create({ data: { tenantId: scope.db.tenantId, name } })
  await record(scope, tx, group, 'created', { name })
  return group.id
}

/**
 * Renames a group that createNamedGroup has named after another record, when that record is renamed. A group that has a name of its
 * own, or does not exist any more, is left unchanged.
 */
export const renameNamedGroup = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  await lockSubject(scope, tx, groupKind.table)
  const group = await lockRecordIfPresent(scope, tx, groupKind, id)
  if (!group || !isNamedAfter(group.name, from)) return
  const isUsed = async (name: string) => (await findNamesake(scope, tx, name, id)) !== null
  const name = await freeName(to, MAX_NAME_LENGTH, isUsed)
  if (name === group.name) return
  const where = { tenantId_id: { tenantId: scope.db.tenantId, id } }
  await record(scope, tx, await tx.group.update({ where, data: { name, ...NEXT_VERSION } }), 'updated')
}

const isNamedAfter = (name: string, record: string): boolean =>
  name === record || (name.startsWith(`${record} (`) && /^\(\d+\)$/.test(name.slice(record.length + 1)))

/**
 * Finds the groups of these names, case-insensitive, and creates those that do not exist, in the transaction of the
 * caller. Returns the id of each name, and how many were created.
 *
 * @param names each valid: see isGroupName.
 */
export const ensureGroups = async (
  scope: Scope,
  tx: SqlRunner,
  names: readonly string[],
): Promise<{ ids: ReadonlyMap<string, number>; created: number }> => {
  await lockSubject(scope, tx, groupKind.table)
  const found = await tx.rows<EnsuredGroup>(ensureGroupsSql(scope.db.tenantId, names))
  const created = found.filter(({ isNew }) => isNew)
  const changes = created.map(({ id, name }) =>
    changeOf(groupKind, { id, auditId: 1 }, 'created', { payload: { name } }),
  )
  await recordChanges(scope, tx, changes)
  return { ids: new Map(found.map(({ wanted, id }) => [wanted, id])), created: created.length }
}

/** Returns whether a group can have a name. */
export const isGroupName = (text: string): boolean => text.length <= MAX_NAME_LENGTH && isVisible(text)

/** Parses a name and locks the names of groups, so that it stays unused until the transaction ends. */
const lockUniqueName = async (
  scope: Scope,
  tx: Transaction,
  sent: string | null | undefined,
  id: number,
): Promise<string> => {
  const name = parseGroupName(sent)
  await lockSubject(scope, tx, groupKind.table)
  requireUniqueName(groupKind, name, await findNamesake(scope, tx, name, id))
  return name
}

/** @param mergedIntoId the group that received the members. */
const deleteLocked = async (scope: Scope, tx: Transaction, group: Group, mergedIntoId?: number): Promise<void> => {
  const { tenantId } = scope.db
  await requireUnused(scope, tx, groupKind, group)
  const deleted = await tx.group.update({
    where: { tenantId_id: { tenantId, id: group.id } },
    data: { deletedAt: scope.clock.now(), ...NEXT_VERSION },
  })
  await enqueueContactsChanged(scope, tx, await listMemberIds(scope, tx, group.id))
  await record(scope, tx, deleted, 'deleted', mergedIntoId === undefined ? {} : { mergedIntoId })
}

const record = (
  scope: Scope,
  tx: Transaction,
  group: Group,
  action: ChangeAction,
  changes?: Prisma.InputJsonObject,
): Promise<void> => {
  const payload = { name: group.name, ...(action === 'deleted' && changes) }
  return recordChange(scope, tx, changeOf(groupKind, group, action, { ...(changes && { changes }), payload }))
}
