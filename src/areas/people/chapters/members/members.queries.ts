import { MAX_ID } from '#kernel/database/ids'
import { notFound } from '#kernel/errors/problem'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { chaptersOfContactSql, type TreeChapter } from '../lookups/lookups.sql.ts'

/** Lists the chapters of a contact, the primary one first, then by name. @throws 404 if the contact does not exist. */
export const listChaptersOfContact = async (scope: Scope, contactId: number): Promise<TreeChapter[]> => {
  const { db } = scope
  const rows = await db.rows<TreeChapter>(chaptersOfContactSql(db.tenantId, contactId))
  if (rows.length === 0) await requireContact(scope, contactId)
  return rows
}

/** Finds the id of a contact's primary chapter; null if it is in none. @throws 404 if the contact does not exist. */
export const findPrimaryChapter = async (scope: Scope, contactId: number): Promise<number | null> => {
  const where = { tenantId: scope.db.tenantId, contactId, isPrimary: true, contact: { deletedAt: null } }
  const found = await scope.db.prisma.contactChapter.findFirst({ where, select: { chapterId: true } })
  if (!found) await requireContact(scope, contactId)
  return found?.chapterId ?? null
}

export const listChapterIds = async ({ db }: Scope, tx: Models, contactId: number): Promise<number[]> => {
  const where = { tenantId: db.tenantId, contactId }
  return (await tx.contactChapter.findMany({ where, select: { chapterId: true } })).map(({ chapterId }) => chapterId)
}

/** Rejects chapters that do not exist or have no parent. @throws 422 unknown-reference at ChildChapterIds. */
export const requireChildChapters = async ({ db }: Scope, tx: Models, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const where = { tenantId: db.tenantId, id: { in: ids.filter((id) => id <= MAX_ID) }, parentId: { not: null } }
  const found = new Set((await tx.chapter.findMany({ where, select: { id: true } })).map(({ id }) => id))
  if (!ids.every((id) => found.has(id))) throw unknownReference('/ChildChapterIds', 'child chapter')
}

const requireContact = async ({ db }: Scope, contactId: number): Promise<void> => {
  const where = { tenantId: db.tenantId, id: contactId, deletedAt: null }
  if (!(await db.prisma.contact.findFirst({ where, select: { id: true } }))) throw notFound('contact')
}
