import { addDirectoryListings, removeDirectoryListings } from '#areas/people/directories/listings/listings.service'
import { addMembers, removeMembers } from '#areas/people/groups/members/members.service'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { recordChangesSql } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { chapterEvents } from '../chapters.events.ts'

/** A contact and a chapter. */
export interface Place {
  contactId: number
  chapterId: number
}

export interface Moves {
  enter: readonly Place[]
  leave: readonly Place[]
  /** Whether an assignment by postal code puts them in, which may move them again. */
  isByPostalCode: boolean
}

/** What came of moves. */
export interface Moved {
  entered: Place[]
  left: Place[]
}

/**
 * Takes contacts out of chapters and puts them into others, with the groups and directories of those: a few statements
 * however many. Whoever is in a chapter behind it has a primary one; the first becomes it. The contacts' rows are to be
 * held by the caller, so that of any number of writers no two choose a primary one. History is for noteMoves.
 */
export const moveContacts = async (tx: SqlRunner, scope: Scope, moves: Moves): Promise<Moved> => {
  const { tenantId } = scope.db
  const left = await leaveChapters(tx, tenantId, moves.leave)
  const entered = await enterChapters(tx, scope, moves)
  const touched = contactsOf({ entered, left })
  if (touched.length === 0) return { entered, left }
  await choosePrimaries(tx, tenantId, touched)
  await followInLists(tx, scope, { entered, left })
  return { entered, left }
}

/** The contacts of places, each once. */
export const contactsOf = ({ entered, left }: Moved): number[] =>
  [...new Set([...entered, ...left].map(({ contactId }) => contactId))].sort((a, b) => a - b)

const wanted = (places: readonly Place[]) => Prisma.sql`
  unnest(${places.map(({ contactId }) => contactId)}::int[], ${places.map(({ chapterId }) => chapterId)}::int[])
    AS w(contact_id, chapter_id)`

const ANSWER = Prisma.sql`k.contact_id AS "contactId", k.chapter_id AS "chapterId"`

const leaveChapters = (tx: SqlRunner, tenantId: number, places: readonly Place[]): Promise<Place[]> | Place[] =>
  places.length === 0
    ? []
    : tx.rows<Place>(Prisma.sql`DELETE FROM contact_chapter k USING ${wanted(places)}
        WHERE k.tenant_id = ${tenantId}::int AND k.contact_id = w.contact_id AND k.chapter_id = w.chapter_id
        RETURNING ${ANSWER}`)

const enterChapters = (tx: SqlRunner, scope: Scope, { enter, isByPostalCode }: Moves): Promise<Place[]> | Place[] =>
  enter.length === 0
    ? []
    : tx.rows<Place>(Prisma.sql`
        INSERT INTO contact_chapter AS k (tenant_id, contact_id, chapter_id, is_primary, is_by_postal_code, created_at)
        SELECT ${scope.db.tenantId}::int, w.contact_id, w.chapter_id, false, ${isByPostalCode}::boolean,
          ${scope.clock.now()}::timestamptz
        FROM ${wanted(enter)} ORDER BY w.contact_id, w.chapter_id
        ON CONFLICT (tenant_id, contact_id, chapter_id) DO NOTHING RETURNING ${ANSWER}`)

/** Of contacts without a primary chapter, the one that they have been in longest. */
const choosePrimaries = (tx: SqlRunner, tenantId: number, contactIds: readonly number[]) =>
  tx.rows(Prisma.sql`
    UPDATE contact_chapter k SET is_primary = true FROM (
      SELECT DISTINCT ON (f.contact_id) f.id FROM contact_chapter f
      WHERE f.tenant_id = ${tenantId}::int AND f.contact_id = ANY(${[...contactIds]}::int[])
        AND NOT EXISTS (SELECT FROM contact_chapter p
          WHERE p.tenant_id = ${tenantId}::int AND p.contact_id = f.contact_id AND p.is_primary)
      ORDER BY f.contact_id, f.created_at, f.id) first
    WHERE k.tenant_id = ${tenantId}::int AND k.id = first.id`)

interface ListPlace {
  contactId: number
  groupId: number | null
  directoryId: number | null
}

/** Groups and directories follow; what another chapter of the contact has as well is not left. */
export const followInLists = async (tx: SqlRunner, scope: Scope, { entered, left }: Moved): Promise<void> => {
  const { tenantId } = scope.db
  if (left.length > 0) await leaveLists(tx, scope, await listsLeft(tx, tenantId, left))
  if (entered.length === 0) return
  const places = await tx.rows<ListPlace>(Prisma.sql`
    SELECT w.contact_id AS "contactId", h.group_id AS "groupId", h.directory_id AS "directoryId"
    FROM ${wanted(entered)} JOIN chapter h ON h.tenant_id = ${tenantId}::int AND h.id = w.chapter_id`)
  await enterLists(tx, scope, places)
}

const listsLeft = (tx: SqlRunner, tenantId: number, left: readonly Place[]): Promise<ListPlace[]> => {
  const stays = (column: 'group_id' | 'directory_id') => Prisma.sql`EXISTS (
    SELECT FROM contact_chapter k JOIN chapter o ON o.tenant_id = k.tenant_id AND o.id = k.chapter_id
    WHERE k.tenant_id = ${tenantId}::int AND k.contact_id = w.contact_id
      AND o.${Prisma.raw(column)} = h.${Prisma.raw(column)})`
  return tx.rows<ListPlace>(Prisma.sql`
    SELECT w.contact_id AS "contactId", CASE WHEN ${stays('group_id')} THEN NULL ELSE h.group_id END AS "groupId",
      CASE WHEN ${stays('directory_id')} THEN NULL ELSE h.directory_id END AS "directoryId"
    FROM ${wanted(left)} JOIN chapter h ON h.tenant_id = ${tenantId}::int AND h.id = w.chapter_id`)
}

const groupsOf = (places: readonly ListPlace[]) =>
  places.flatMap(({ contactId, groupId }) => (groupId === null ? [] : [{ contactId, groupId }]))
const directoriesOf = (places: readonly ListPlace[]) =>
  places.flatMap(({ contactId, directoryId }) => (directoryId === null ? [] : [{ contactId, directoryId }]))

const leaveLists = async (tx: SqlRunner, scope: Scope, places: readonly ListPlace[]): Promise<void> => {
  await removeMembers(scope, tx, groupsOf(places))
  await removeDirectoryListings(tx, scope, directoriesOf(places))
}

const enterLists = async (tx: SqlRunner, scope: Scope, places: readonly ListPlace[]): Promise<void> => {
  await addMembers(scope, tx, groupsOf(places))
  await addDirectoryListings(tx, scope, directoriesOf(places))
}

interface Touched {
  contactId: number
  auditId: number
  primaryChapterId: number | null
}

/** Raises the version of contacts whose chapters changed, and records what happened to each. */
export const noteMoves = async (
  tx: SqlRunner,
  scope: Scope,
  moved: Moved,
  contactIds: readonly number[] = contactsOf(moved),
): Promise<void> => {
  if (contactIds.length === 0) return
  const { tenantId } = scope.db
  const touched = await tx.rows<Touched>(Prisma.sql`
    UPDATE contact c SET audit_id = c.audit_id + 1
    WHERE c.tenant_id = ${tenantId}::int AND c.id = ANY(${[...contactIds]}::int[])
    RETURNING c.id AS "contactId", c.audit_id AS "auditId", (SELECT k.chapter_id FROM contact_chapter k
      WHERE k.tenant_id = ${tenantId}::int AND k.contact_id = c.id AND k.is_primary) AS "primaryChapterId"`)
  const [entered, left] = [byContact(moved.entered), byContact(moved.left)]
  const history = touched.map(({ contactId, auditId, primaryChapterId }) => {
    const facts = { entered: entered.get(contactId) ?? [], left: left.get(contactId) ?? [], primaryChapterId }
    return {
      entity: 'contact',
      entityId: contactId,
      auditId,
      action: 'updated' as const,
      changes: { chapters: facts },
      event: { kind: chapterEvents.contactChanged, payload: { contactId, ...facts } },
    }
  })
  await tx.rows(recordChangesSql(scope, history))
}

const byContact = (places: readonly Place[]): Map<number, number[]> => {
  const chapters = new Map<number, number[]>()
  for (const { contactId, chapterId } of places) {
    const known = chapters.get(contactId)
    if (known) known.push(chapterId)
    else chapters.set(contactId, [chapterId])
  }
  return chapters
}
