import { notFound } from '#kernel/errors/problem'
import { readPage } from '#kernel/listing/page'
import { type ListInput, parseListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { findTenantName } from '#kernel/tenancy/tenant-names'
import { Prisma } from '#prisma/client'
import { chapterListing, chapterRow, chapterTables } from './chapters.listing.ts'

const parts = {
  include: {
    organization: { select: { displayName: true } },
    parent: { select: { organizationId: true } },
    calendar: { select: { description: true } },
    group: { select: { deletedAt: true } },
    paymentGateway: { select: { kind: true } },
    owners: { include: { contact: { select: { displayName: true, emailAddress: true, sortName: true } } } },
  },
} as const

/** A chapter with all that it bundles. */
export type WholeChapter = Prisma.ChapterGetPayload<typeof parts> & { affiliateName: string | null }

/** One chapter; 404 where there is none. A few statements, however many owners it has. */
export const getChapter = async ({ db }: Scope, id: number): Promise<WholeChapter> => {
  const chapter = await db.prisma.chapter.findFirst({ where: { tenantId: db.tenantId, id }, ...parts })
  if (!chapter) throw notFound('chapter')
  const { affiliateTenantKey: key } = chapter
  return { ...chapter, affiliateName: key === null ? null : await findTenantName(db, key) }
}

/** A page of the chapters as a JSON array of list rows, in one statement. */
export const pageOfChapters = async (scope: Scope, input: ListInput): Promise<string> =>
  (await readPage(scope, chapterListing, parseListRequest(chapterListing, input), chapterRow)).results

/** One chapter as a list shows it, as JSON text, with its version. */
export const getListRow = async ({ db }: Scope, id: number): Promise<{ text: string; auditId: number }> => {
  const [row] = await db.rows<{ text: string; auditId: number }>(Prisma.sql`
    SELECT row_to_json(x)::text AS text, x."AuditId" AS "auditId" FROM (
      SELECT ${chapterRow} FROM ${chapterTables} WHERE h.tenant_id = ${db.tenantId}::int AND h.id = ${id}::int) x`)
  if (!row) throw notFound('chapter')
  return row
}
