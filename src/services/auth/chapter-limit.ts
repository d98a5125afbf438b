import { covers, ownLoginScopes, SCOPES } from '#kernel/contract/scopes'
import type { Database } from '#kernel/database/database'
import { register } from '#kernel/registers/register'
import type { ChapterLimit } from '#kernel/tenancy/access-scope'
import type { Prisma } from '#prisma/client'

/**
 * The scopes that a role limited to chapters can have at most, even if it names more or `admin`, as the manifests of areas
 * state them: those of areas whose tables have row-level security by chapter. An area that states none is closed to it.
 */
export const chapterScopes = register<string>('scopes of owners of chapters')

/** Returns the scopes of a chapter's owner that exist in the contract. */
export const chapterOwnerScopes = (): string[] => {
  const stated = new Set(chapterScopes.entries())
  return [...SCOPES.keys()].filter((scope) => stated.has(scope))
}

/** Reduces granted scopes to the limit: at most those of the areas, and only reading if no chapter can be changed. */
export const scopesWithin = ({ editable }: ChapterLimit, held: ReadonlySet<string>): Set<string> =>
  new Set([
    ...chapterOwnerScopes()
      .filter((scope) => covers(held, scope))
      .filter((scope) => editable.length > 0 || scope.endsWith(':read')),
    ...ownLoginScopes(held),
  ])

type Seat = Prisma.StaffGetPayload<{ include: { role: true } }>

/** Returns the chapters that a seat is limited to: those that its contact owns. Null if its role is not limited. */
export const limitOf = async (
  system: Database['system'],
  { tenantId, loginId, contactId, role }: Seat,
): Promise<ChapterLimit | null> => {
  if (!role.isChapterLimited) return null
  const owned =
    contactId === null
      ? []
      : await system.chapterOwner.findMany({ where: { tenantId, contactId }, orderBy: { chapterId: 'asc' } })
  return {
    readable: owned.map(({ chapterId }) => chapterId),
    editable: owned.filter(({ canEdit }) => canEdit).map(({ chapterId }) => chapterId),
    actor: `login:${loginId}`,
  }
}
