import { lockContactsSql } from '#areas/people/contacts/saving/records.queries'
import { addDirectoryListings, removeDirectoryListings } from '#areas/people/directories/listings/listings.service'
import { addMembers } from '#areas/people/groups/members/members.service'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'

export const CHAPTER_LISTS = 'chapter_lists'

interface Wish {
  chapterId: number
  /** The directory that the chapter's contacts leave; null: none. */
  leaveDirectoryId: number | null
}

/** Contacts in one transaction. */
const BATCH = 1000

/** Asks for chapterLists, in the transaction that changes the chapter's group or directory. */
export const enqueueChapterLists = ({ db }: Scope, tx: Transaction, wish: Wish): Promise<void> => {
  const { tenantId } = db
  const key = `${CHAPTER_LISTS}:${tenantId}:${wish.chapterId}:${wish.leaveDirectoryId ?? 0}`
  return enqueueJobs(tx, [{ name: CHAPTER_LISTS, payload: { tenantId, ...wish }, key }])
}

/**
 * Puts the contacts of a chapter into its group and its directory as they are by now, and takes them off the directory
 * before. In batches, each of which may be done again: killed anywhere and repeated it comes to the same.
 */
export const chapterLists: Task = async (context, payload) => {
  const { tenantId, ...wish } = payload as Wish & { tenantId: number }
  const scope = await systemScope(context, tenantId)
  let after = 0
  for (;;) {
    const last = await scope.db.transaction((tx) => followBatch(tx, scope, wish, after))
    if (last === null) return
    after = last
  }
}

interface Lists {
  contactId: number
  groupId: number | null
  directoryId: number | null
  /** Whether another chapter of the contact has the directory that is left. */
  stays: boolean
}

/** Answers the last contact of the batch, or null behind the last one. */
const followBatch = async (tx: Transaction, scope: Scope, wish: Wish, after: number): Promise<number | null> => {
  const { tenantId } = scope.db
  const members = Prisma.sql`FROM contact_chapter k WHERE k.tenant_id = ${tenantId}::int
    AND k.chapter_id = ${wish.chapterId}::int`
  const found = await tx.rows<{ id: number }>(Prisma.sql`SELECT k.contact_id AS id ${members}
    AND k.contact_id > ${after}::int ORDER BY k.contact_id LIMIT ${BATCH}::int`)
  const ids = found.map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) return null
  await tx.rows(lockContactsSql(tenantId, ids))
  // Read behind the lock: who has left the chapter meanwhile is not brought back into its lists.
  const lists = await tx.rows<Lists>(listsSql(tenantId, wish, ids))
  await addMembers(scope, tx, withId(lists, 'groupId'))
  await addDirectoryListings(tx, scope, withId(lists, 'directoryId'))
  const left = wish.leaveDirectoryId
  const leaving = left === null ? [] : lists.filter(({ directoryId, stays }) => !stays && directoryId !== left)
  await removeDirectoryListings(
    tx,
    scope,
    leaving.map(({ contactId }) => ({ contactId, directoryId: left ?? 0 })),
  )
  return last
}

const withId = <K extends 'groupId' | 'directoryId'>(lists: readonly Lists[], list: K) =>
  lists.flatMap(({ contactId, [list]: id }) =>
    id === null ? [] : [{ contactId, [list]: id } as { contactId: number } & Record<K, number>],
  )

const listsSql = (tenantId: number, { chapterId, leaveDirectoryId }: Wish, ids: readonly number[]) => Prisma.sql`
  SELECT k.contact_id AS "contactId", h.group_id AS "groupId", h.directory_id AS "directoryId",
    EXISTS (SELECT FROM contact_chapter o JOIN chapter p ON p.tenant_id = o.tenant_id AND p.id = o.chapter_id
      WHERE o.tenant_id = ${tenantId}::int AND o.contact_id = k.contact_id AND o.chapter_id <> h.id
        AND p.directory_id = ${leaveDirectoryId}::int) AS stays
  FROM contact_chapter k JOIN chapter h ON h.tenant_id = k.tenant_id AND h.id = k.chapter_id
  WHERE k.tenant_id = ${tenantId}::int AND k.chapter_id = ${chapterId}::int AND k.contact_id = ANY(${[...ids]}::int[])
  ORDER BY k.contact_id`
