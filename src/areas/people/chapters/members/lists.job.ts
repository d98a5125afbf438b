import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { addDirectoryListings, removeDirectoryListings } from '#areas/people/directories/listings/listings.service'
import { addMembers } from '#areas/people/groups/members/members.service'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { directoriesOf, groupsOf } from './members.service.ts'
import { listsOfChapterSql, type MemberLists, nextMembersSql } from './members.sql.ts'

export const CHAPTER_LISTS = 'chapter_lists'

interface ListUpdate {
  chapterId: number
  /** The directory that the contacts of the chapter leave; null: none. */
  leaveDirectoryId: number | null
}

/** Contacts per transaction. */
const BATCH = 1000

/** Enqueues updateChapterLists, in the transaction that changes the group or the directory of a chapter. */
export const enqueueListUpdate = ({ db }: Scope, tx: Transaction, update: ListUpdate): Promise<void> => {
  const { tenantId } = db
  const key = `${CHAPTER_LISTS}:${tenantId}:${update.chapterId}:${update.leaveDirectoryId ?? 0}`
  return enqueueJobs(tx, [{ name: CHAPTER_LISTS, payload: { tenantId, ...update }, key }])
}

/**
 * Adds the contacts of a chapter to its current group and directory, and removes them from the previous directory. It
 * runs in batches, and a repeated batch has the same result: the job can be killed anywhere and run again.
 */
export const updateChapterLists: Task = async (context, payload) => {
  const { tenantId, ...update } = payload as ListUpdate & { tenantId: number }
  const scope = await systemScope(context, tenantId)
  let after = 0
  for (;;) {
    const last = await scope.db.transaction((tx) => updateBatch(scope, tx, update, after))
    if (last === null) return
    after = last
  }
}

/** Returns the last contact of the batch, or null after the last batch. */
const updateBatch = async (
  scope: Scope,
  tx: Transaction,
  update: ListUpdate,
  after: number,
): Promise<number | null> => {
  const { tenantId } = scope.db
  const next = await tx.rows<{ id: number }>(nextMembersSql(tenantId, update.chapterId, after, BATCH))
  const ids = next.map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) return null
  await lockContacts(tx, scope, ids)
  // Read after the lock: contacts that have left the chapter before it do not enter its lists again.
  const lists = await tx.rows<MemberLists>(listsOfChapterSql(tenantId, update, ids))
  await addMembers(scope, tx, groupsOf(lists))
  await addDirectoryListings(scope, tx, directoriesOf(lists))
  const left = update.leaveDirectoryId
  const leaving = left === null ? [] : lists.filter(({ directoryId, stays }) => !stays && directoryId !== left)
  const listings = leaving.map(({ contactId }) => ({ contactId, directoryId: left ?? 0 }))
  await removeDirectoryListings(scope, tx, listings)
  return last
}
