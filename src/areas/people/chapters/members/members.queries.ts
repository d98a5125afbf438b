import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { chaptersOfContactSql, type TreeChapter } from '../lookups/lookups.sql.ts'

/** Lists the chapters of a contact, the primary one first, then by name. @throws 404 if the contact does not exist. */
export const listChaptersOfContact = async (scope: Scope, contactId: number): Promise<TreeChapter[]> => {
  const { db } = scope
  const rows = await db.rows<TreeChapter>(chaptersOfContactSql(db.tenantId, contactId))
  if (rows.length === 0) await assertContact(scope, contactId)
  return rows
}

/** Finds the id of a contact's primary chapter; null if it is in none. @throws 404 if the contact does not exist. */
export const findPrimaryChapter = async (scope: Scope, contactId: number): Promise<number | null> => {
  const where = { tenantId: scope.db.tenantId, contactId, isPrimary: true, contact: { deletedAt: null } }
  const found = await scope.db.prisma.contactChapter.findFirst({ where, select: { chapterId: true } })
  if (!found) await assertContact(scope, contactId)
  return found?.chapterId ?? null
}

const assertContact = async ({ db }: Scope, contactId: number): Promise<void> => {
  const where = { tenantId: db.tenantId, id: contactId, deletedAt: null }
  if (!(await db.prisma.contact.findFirst({ where, select: { id: true } }))) throw notFound('contact')
}
