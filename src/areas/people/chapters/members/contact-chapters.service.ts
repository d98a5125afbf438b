import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { ContactChapterInput } from '#contract/people/chapters'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { type Moved, moveContacts, noteMoves, type Place } from './chapter-moves.service.ts'

/**
 * Puts a contact into a chapter by the choice of staff, as its primary one where that is asked for or it has none.
 * Writes nothing where all is so already.
 *
 * @throws 422 where the contact or the chapter does not exist, or the contact is deleted.
 */
export const putIntoChapter = (scope: Scope, input: ContactChapterInput): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const place = { contactId: input.ContactId, chapterId: input.ChapterId }
    if (!(await holdContact(tx, scope, place.contactId))) refuse('/ContactId', 'names no contact')
    if (!(await holdChapter(tx, scope, place.chapterId))) refuse('/ChapterId', 'names no chapter')
    const moved = await moveContacts(tx, scope, { enter: [place], leave: [], isByPostalCode: false })
    const isChosen = moved.entered.length === 0 && (await chooseByStaff(tx, scope, place))
    const isPrimary = input.MarkAsPrimary === true && (await setPrimary(tx, scope, place))
    if (moved.entered.length > 0 || isChosen || isPrimary) await noteMoves(tx, scope, moved, [place.contactId])
  })

/** Takes a contact out of a chapter. @throws 404 where it is not in it. */
export const takeOutOfChapter = (scope: Scope, place: Place): Promise<void> =>
  scope.db.transaction(async (tx) => {
    if (!(await holdContact(tx, scope, place.contactId))) throw notFound('contact in the chapter')
    const moved = await moveContacts(tx, scope, { enter: [], leave: [place], isByPostalCode: false })
    if (moved.left.length === 0) throw notFound('contact in the chapter')
    await noteMoves(tx, scope, moved)
  })

/** Makes a chapter that a contact is in its primary one. @throws 404 where it is not in it. */
export const markPrimary = (scope: Scope, place: Place): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const isHeld = await holdContact(tx, scope, place.contactId)
    if (!isHeld || !(await isIn(tx, scope, place))) throw notFound('contact in the chapter')
    if (await setPrimary(tx, scope, place)) await noteMoves(tx, scope, NOTHING, [place.contactId])
  })

const NOTHING: Moved = { entered: [], left: [] }

const refuse = (pointer: string, message: string): never => {
  throw ruleRefused('unknown-reference', 'The request refers to a record that does not exist.', [{ pointer, message }])
}

/** Holds the contact's row: whoever else changes its chapters waits here. Whether it is there. */
const holdContact = async (tx: SqlRunner, { db }: Scope, contactId: number): Promise<boolean> => {
  const [held] = await lockContacts(tx, { db }, [contactId])
  return held !== undefined && !held.isDeleted
}

/** Keeps the chapter from being deleted meanwhile. Whether it is there. */
const holdChapter = async (tx: SqlRunner, { db }: Scope, chapterId: number): Promise<boolean> => {
  const held = await tx.rows(Prisma.sql`SELECT id FROM chapter
    WHERE tenant_id = ${db.tenantId}::int AND id = ${chapterId}::int FOR KEY SHARE`)
  return held.length > 0
}

const at = ({ db }: Scope, { contactId, chapterId }: Place) => Prisma.sql`
  tenant_id = ${db.tenantId}::int AND contact_id = ${contactId}::int AND chapter_id = ${chapterId}::int`

const isIn = async (tx: SqlRunner, scope: Scope, place: Place): Promise<boolean> =>
  (await tx.rows(Prisma.sql`SELECT id FROM contact_chapter WHERE ${at(scope, place)}`)).length > 0

/** What an assignment by postal code had put in is now the choice of staff. Whether that is new. */
const chooseByStaff = async (tx: SqlRunner, scope: Scope, place: Place): Promise<boolean> => {
  const changed = await tx.rows(Prisma.sql`UPDATE contact_chapter SET is_by_postal_code = false
    WHERE ${at(scope, place)} AND is_by_postal_code RETURNING id`)
  return changed.length > 0
}

/** Whether it was not primary before. The former one first: at no moment may there be two. */
const setPrimary = async (tx: SqlRunner, scope: Scope, place: Place): Promise<boolean> => {
  const former = await tx.rows(Prisma.sql`UPDATE contact_chapter SET is_primary = false
    WHERE tenant_id = ${scope.db.tenantId}::int AND contact_id = ${place.contactId}::int AND is_primary
      AND chapter_id <> ${place.chapterId}::int RETURNING id`)
  await tx.rows(Prisma.sql`UPDATE contact_chapter SET is_primary = true WHERE ${at(scope, place)} AND NOT is_primary`)
  return former.length > 0
}
