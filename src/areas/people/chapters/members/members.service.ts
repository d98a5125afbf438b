import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { ContactChapterInput } from '#contract/people/chapters'
import { notFound } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { chapterKind } from '../chapters.queries.ts'
import {
  type ChapterMember,
  clearOtherPrimarySql,
  findMemberSql,
  setChosenByStaffSql,
  setPrimarySql,
} from './members.sql.ts'
import { type Moved, moveContacts, recordMoves } from './moves.service.ts'

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
