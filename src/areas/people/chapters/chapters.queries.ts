import type { SqlRunner } from '#kernel/database/sql-runner'
import { type FieldFault, notFound, Problem } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import { foldedWords } from '#kernel/text/fold'
import { type Chapter, Prisma } from '#prisma/client'
import { chapterEvents } from './chapters.events.ts'
import type { ChapterDraft } from './chapters.input.ts'
import { codesOfOthersSql, otherCatchAllsSql } from './chapters.sql.ts'

const FOR_SAVE = { include: { organization: { select: { displayName: true } }, calendar: true } } as const

/** A chapter with what a save compares. */
export type CurrentChapter = Prisma.ChapterGetPayload<typeof FOR_SAVE>

export const chapterKind: RecordKind<CurrentChapter> = {
  entity: 'chapter',
  table: 'chapter',
  columns: {
    number: 'ChapterNumber',
    description: 'ChapterDescription',
    calendar_id: 'PrimaryCalenderId',
    group_id: 'PrimaryGroupId',
    takes_postal_codes: null,
    allows_affiliate_editing: 'ShouldAllowChapterTenantEditing',
    organization_id: 'OrganizationContactId',
  },
  events: chapterEvents,
  find: (tx, { tenantId, id }) => tx.chapter.findFirst({ where: { tenantId, id }, ...FOR_SAVE }),
}

const WITH_PARTS = {
  include: {
    organization: { select: { displayName: true } },
    parent: { select: { organizationId: true } },
    calendar: { select: { description: true } },
    group: { select: { deletedAt: true } },
    paymentGateway: { select: { kind: true } },
    owners: {
      where: { contact: { deletedAt: null } },
      include: { contact: { select: { displayName: true, emailAddress: true, sortName: true } } },
    },
  },
} as const

/** A chapter with all that the documented shape contains. */
export type ChapterWithParts = Prisma.ChapterGetPayload<typeof WITH_PARTS> & { affiliateName: string | null }

/** Returns a chapter with its parts. The number of statements does not depend on the number of owners. @throws 404. */
export const getChapter = async ({ db }: Scope, id: number): Promise<ChapterWithParts> => {
  const chapter = await db.prisma.chapter.findFirst({ where: { tenantId: db.tenantId, id }, ...WITH_PARTS })
  if (!chapter) throw notFound('chapter')
  const { affiliateTenantKey: key } = chapter
  return { ...chapter, affiliateName: key === null ? null : await findTenantName(db, db.tenantId, key) }
}

/** Lists the names of chapters, by name. */
export const listChapterNames = async (
  { db }: Pick<Scope, 'db'>,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> => {
  const found = await db.prisma.chapter.findMany({
    where: { tenantId: db.tenantId, id: { in: [...ids] } },
    select: { id: true, organization: { select: { displayName: true } } },
  })
  return found
    .map(({ id, organization }) => ({ id, name: organization.displayName }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Finds the chapter whose organization a contact is; null if it is of none. */
export const findChapterOfOrganization = (
  { db }: Pick<Scope, 'db'>,
  tx: Models,
  organizationId: number,
): Promise<{ id: number } | null> =>
  tx.chapter.findFirst({ where: { tenantId: db.tenantId, organizationId }, select: { id: true } })

/** The chapters of which another tenant of this installation is the affiliate, with which contacts are exchanged. */
export interface AffiliateChapters {
  /** Those whose link is active. */
  ids: number[]
  /** Those of them whose contacts the affiliate can edit. */
  editableIds: number[]
}

/** Finds the chapters of which a tenant is the affiliate; null if it is of none. */
export const findAffiliateChapters = async (
  { db }: Pick<Scope, 'db'>,
  tx: Models,
  affiliateTenantKey: string,
): Promise<AffiliateChapters | null> => {
  const chapters = await tx.chapter.findMany({
    where: { tenantId: db.tenantId, affiliateTenantKey },
    select: { id: true, affiliateIsActive: true, allowsAffiliateEditing: true },
  })
  if (chapters.length === 0) return null
  const active = chapters.filter(({ affiliateIsActive }) => affiliateIsActive)
  return {
    ids: active.map(({ id }) => id),
    editableIds: active.filter(({ allowsAffiliateEditing }) => allowsAffiliateEditing).map(({ id }) => id),
  }
}

/** Warnings that one response reports at most. */
const MAX_REPORTED = 50

/** @throws 409 chapter-warnings if there are any. */
export const refuseWarnings = (errors: readonly FieldFault[]): void => {
  if (errors.length === 0) return
  const detail = 'The chapter was not saved because of warnings. Check them, or save it unchanged with forcesave.'
  throw new Problem(409, 'chapter-warnings', detail, { errors: errors.slice(0, MAX_REPORTED) })
}

/** Finds changes of a draft that are probably mistakes. What was the same before is not reported. */
export const findWarnings = async (
  scope: Scope,
  tx: Transaction,
  draft: ChapterDraft,
  parentId: number | null | undefined,
  current: CurrentChapter | null,
): Promise<FieldFault[]> => {
  const own = current?.id ?? 0
  const isRenamed = draft.name !== undefined && draft.name !== current?.organization.displayName
  return [
    ...(isRenamed ? await sameName(scope, tx, draft.name ?? '', own) : []),
    ...(draft.postalCodes ? await samePostalCodes(scope, tx, draft.postalCodes, current) : []),
    ...(current && parentId !== undefined && parentId !== current.parentId ? await movedTree(scope, tx, own) : []),
  ]
}

const sameName = async ({ db }: Scope, tx: Transaction, name: string, own: number): Promise<FieldFault[]> => {
  const key = foldedWords(name).join(' ')
  const others = await tx.chapter.findMany({
    where: { tenantId: db.tenantId, id: { not: own } },
    select: { organization: { select: { displayName: true } } },
  })
  const isUsed = others.some(({ organization }) => foldedWords(organization.displayName).join(' ') === key)
  return isUsed ? [{ pointer: '/ChapterName', message: 'is the name of another chapter' }] : []
}

const samePostalCodes = async (
  { db }: Scope,
  tx: Transaction,
  codes: readonly string[],
  current: Chapter | null,
): Promise<FieldFault[]> => {
  const own = current?.id ?? 0
  if (codes.length === 0) {
    if (current?.takesPostalCodes && current.postalCodes.length === 0) return []
    const catchAlls = await tx.rows(otherCatchAllsSql(db.tenantId, own))
    const message = 'is empty, but another chapter is the catch-all'
    return catchAlls.length > 0 ? [{ pointer: '/PostalCodesJson', message }] : []
  }
  const known = new Set(current?.postalCodes)
  const added = codes.filter((code) => !known.has(code))
  const rows = await tx.rows<{ code: string }>(codesOfOthersSql(db.tenantId, own, added))
  const used = new Set(rows.map(({ code }) => code))
  return codes.flatMap((code, index) =>
    used.has(code)
      ? [{ pointer: `/PostalCodesJson/${index}`, message: `is "${code}", which another chapter lists too` }]
      : [],
  )
}

const movedTree = async ({ db }: Scope, tx: Transaction, own: number): Promise<FieldFault[]> => {
  const children = await tx.chapter.count({ where: { tenantId: db.tenantId, parentId: own } })
  if (children === 0) return []
  const message = `also moves ${children} child ${children === 1 ? 'chapter' : 'chapters'}`
  return [{ pointer: '/ParentOrganizationId', message }]
}

/**
 * Finds the name of the tenant with this key; null if there is none. It is the only information about other tenants that
 * a request can read. A function of the database returns it, so that row-level security has no exception.
 *
 * @param tenantId the tenant of the caller.
 */
const findTenantName = async (tx: SqlRunner, tenantId: number, key: string): Promise<string | null> => {
  const [row] = await tx.rows<{ name: string | null }>(
    Prisma.sql`SELECT tenant_name_of(${tenantId}::integer, ${key}::text) AS name`,
  )
  return row?.name ?? null
}
