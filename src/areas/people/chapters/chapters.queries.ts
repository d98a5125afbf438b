import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { findTenantName } from '#kernel/tenancy/tenant-names'
import type { Prisma } from '#prisma/client'
import { chapterEvents } from './chapters.events.ts'

const FOR_SAVE = { include: { organization: { select: { displayName: true } }, calendar: true } } as const

/** A chapter with what a save compares. */
export type CurrentChapter = Prisma.ChapterGetPayload<typeof FOR_SAVE>

export const chapterKind: RecordKind<CurrentChapter> = {
  entity: 'chapter',
  table: 'chapter',
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
