import type { ChapterEntry } from '#areas/people/contacts/contact-followers.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { addDirectoryListings, removeDirectoryListings } from '#areas/people/directories/listings/listings.service'
import { addMembers, removeMembers } from '#areas/people/groups/members/members.service'
import type { ContactChapterInput } from '#contract/people/chapters'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChanges } from '#kernel/records/record-change'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { chapterEvents } from '../chapters.events.ts'
import { chapterKind } from '../chapters.queries.ts'
import {
  type ChapterMember,
  type ContactLists,
  clearOtherPrimarySql,
  createMembersSql,
  deleteMembersSql,
  findMemberSql,
  listsOfFormerMembersSql,
  listsOfMembersSql,
  type RaisedContact,
  raiseVersionsSql,
  setChosenByStaffSql,
  setMissingPrimariesSql,
  setPrimarySql,
} from './members.sql.ts'

/**
 * Adds a contact to a chapter by the choice of staff. The chapter becomes the primary one if the request asks for it, or
 * if the contact has none. If all of that is the case already, nothing is written.
 *
 * @throws 422 unknown-reference if the contact or the chapter does not exist, or the contact is deleted.
 */
export const addToChapter = (scope: Scope, input: ContactChapterInput): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const member = { contactId: input.ContactId, chapterId: input.ChapterId }
    if (!(await lockContact(scope, tx, member.contactId))) throw unknownReference('/ContactId', 'contact')
    // The lock keeps the chapter from being deleted.
    const [chapter] = await lockRows(scope, tx, chapterKind, [member.chapterId], 'key share')
    if (chapter === undefined) throw unknownReference('/ChapterId', 'chapter')
    const moved = await moveContacts(scope, tx, { enter: [member], leave: [], isByPostalCode: false })
    const isChosen = moved.entered.length === 0 && (await setChosenByStaff(scope, tx, member))
    const isPrimary = input.MarkAsPrimary === true && (await setPrimary(scope, tx, member))
    if (moved.entered.length > 0 || isChosen || isPrimary) await recordMoves(scope, tx, moved, [member.contactId])
  })

/** Removes a contact from a chapter. @throws 404 if it is not in it. */
export const removeFromChapter = (scope: Scope, member: ChapterMember): Promise<void> =>
  scope.db.transaction(async (tx) => {
    if (!(await lockContact(scope, tx, member.contactId))) throw notFound('contact in the chapter')
    const moved = await moveContacts(scope, tx, { enter: [], leave: [member], isByPostalCode: false })
    if (moved.left.length === 0) throw notFound('contact in the chapter')
    await recordMoves(scope, tx, moved)
  })

/** Makes a chapter of a contact its primary one. @throws 404 if the contact is not in it. */
export const setPrimaryChapter = (scope: Scope, member: ChapterMember): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const isLocked = await lockContact(scope, tx, member.contactId)
    if (!isLocked || (await tx.rows(findMemberSql(scope.db.tenantId, member))).length === 0)
      throw notFound('contact in the chapter')
    if (await setPrimary(scope, tx, member)) await recordMoves(scope, tx, NO_MOVES, [member.contactId])
  })

const NO_MOVES: Moved = { entered: [], left: [] }

/** Locks a contact, so that its chapters are changed by one transaction at a time. Returns false if it does not exist. */
const lockContact = async ({ db }: Scope, tx: Transaction, contactId: number): Promise<boolean> => {
  const [locked] = await lockContacts(tx, { db }, [contactId])
  return locked !== undefined && !locked.isDeleted
}

/** Returns whether the assignment by postal code had added the contact. */
const setChosenByStaff = async ({ db }: Scope, tx: Transaction, member: ChapterMember): Promise<boolean> =>
  (await tx.rows(setChosenByStaffSql(db.tenantId, member))).length > 0

/** Returns whether another chapter was primary. It is cleared first, because the index allows one only. */
const setPrimary = async ({ db }: Scope, tx: Transaction, member: ChapterMember): Promise<boolean> => {
  const former = await tx.rows(clearOtherPrimarySql(db.tenantId, member))
  await tx.rows(setPrimarySql(db.tenantId, member))
  return former.length > 0
}

export interface Moves {
  enter: readonly ChapterMember[]
  leave: readonly ChapterMember[]
  /** Whether the assignment by postal code adds them, which may move them again later. */
  isByPostalCode: boolean
}

/** The moves that changed something. */
export interface Moved {
  entered: ChapterMember[]
  left: ChapterMember[]
}

/**
 * Removes contacts from chapters and adds them to others, with the groups and directories of these chapters, in a few
 * statements for any number of contacts. A contact in a chapter always has a primary one: the first becomes it. Lock the
 * contacts first, so that two transactions do not both choose a primary chapter. Record the result with recordMoves.
 */
export const moveContacts = async (scope: Scope, tx: SqlRunner, moves: Moves): Promise<Moved> => {
  const { tenantId } = scope.db
  const { enter, leave, isByPostalCode } = moves
  const left = leave.length === 0 ? [] : await tx.rows<ChapterMember>(deleteMembersSql(tenantId, leave))
  const entered =
    enter.length === 0
      ? []
      : await tx.rows<ChapterMember>(createMembersSql(tenantId, enter, isByPostalCode, scope.clock.now()))
  const contactIds = contactsOf({ entered, left })
  if (contactIds.length === 0) return { entered, left }
  await tx.rows(setMissingPrimariesSql(tenantId, contactIds))
  await updateGroupsAndDirectories(scope, tx, { entered, left })
  return { entered, left }
}

/** Returns the contacts of moves, each once, by id. */
const contactsOf = ({ entered, left }: Moved): number[] =>
  [...new Set([...entered, ...left].map(({ contactId }) => contactId))].sort((a, b) => a - b)

/**
 * Adds contacts to the groups and directories of the chapters that they entered, and removes them from those of the
 * chapters that they left, unless another chapter of the contact has the same.
 */
const updateGroupsAndDirectories = async (scope: Scope, tx: SqlRunner, { entered, left }: Moved): Promise<void> => {
  const { tenantId } = scope.db
  if (left.length > 0) {
    const lists = await tx.rows<ContactLists>(listsOfFormerMembersSql(tenantId, left))
    await removeMembers(scope, tx, groupsOf(lists))
    await removeDirectoryListings(scope, tx, directoriesOf(lists))
  }
  if (entered.length > 0) {
    const lists = await tx.rows<ContactLists>(listsOfMembersSql(tenantId, entered))
    await addMembers(scope, tx, groupsOf(lists))
    await addDirectoryListings(scope, tx, directoriesOf(lists))
  }
}

/** Adds a contact that was created in a chapter to its group and directory. */
export const enterNewContact: ChapterEntry = (scope, tx, member) =>
  updateGroupsAndDirectories(scope, tx, { entered: [member], left: [] })

/** Returns the contacts with their groups, without those that have none. */
export const groupsOf = (lists: readonly ContactLists[]) =>
  lists.flatMap(({ contactId, groupId }) => (groupId === null ? [] : [{ contactId, groupId }]))

/** Returns the contacts with their directories, without those that have none. */
export const directoriesOf = (lists: readonly ContactLists[]) =>
  lists.flatMap(({ contactId, directoryId }) => (directoryId === null ? [] : [{ contactId, directoryId }]))

/** The kind of the changes that moves make to a contact. */
const CONTACT_MOVES = { entity: 'contact', events: { updated: chapterEvents.contactChanged } } as const

/** Adds one to the version of contacts whose chapters changed, and records the change of each. */
export const recordMoves = async (
  scope: Scope,
  tx: SqlRunner,
  moved: Moved,
  contactIds: readonly number[] = contactsOf(moved),
): Promise<void> => {
  if (contactIds.length === 0) return
  const raised = await tx.rows<RaisedContact>(raiseVersionsSql(scope.db.tenantId, contactIds))
  const entered = byContact(moved.entered)
  const left = byContact(moved.left)
  const changes = raised.map(({ contactId, auditId, primaryChapterId }) => {
    const facts = { entered: entered.get(contactId) ?? [], left: left.get(contactId) ?? [], primaryChapterId }
    const details = { changes: { chapters: facts }, payload: { contactId, ...facts } }
    return changeOf(CONTACT_MOVES, { id: contactId, auditId }, 'updated', details)
  })
  await recordChanges(scope, tx, changes)
}

const byContact = (members: readonly ChapterMember[]): Map<number, number[]> => {
  const chapters = new Map<number, number[]>()
  for (const { contactId, chapterId } of members) {
    const known = chapters.get(contactId)
    if (known) known.push(chapterId)
    else chapters.set(contactId, [chapterId])
  }
  return chapters
}
