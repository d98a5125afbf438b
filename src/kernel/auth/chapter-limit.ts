import type { Prisma } from '#prisma/client'
import type { Database } from '../database/database.ts'
import type { ChapterLimit } from '../tenancy/tenant-context.ts'
import { covers, SCOPES } from './scopes.ts'

/**
 * All that a role limited to chapters can hold, whatever it names, `admin` included: the areas that the wall around
 * chapters was built for. A new area comes in here when its tables stand behind that wall.
 */
const WITHIN_CHAPTERS = [
  'contacts:read',
  'contacts:write',
  'groups:read',
  'groups:write',
  'chapters:read',
  'memberships:read',
  'memberships:write',
  'custom-fields:read',
  'contact-relationship-types:read',
  'signatures:read',
  'signatures:write',
  'tasks:read',
  'tasks:write',
]

/** The scopes of a chapter's owner, as far as the contract knows them. */
export const chapterOwnerScopes = (): string[] => WITHIN_CHAPTERS.filter((scope) => SCOPES.has(scope))

/** What held scopes come to behind the limit: no more than areas allow, and only reading where nothing may be changed. */
export const scopesWithin = ({ editable }: ChapterLimit, held: ReadonlySet<string>): Set<string> =>
  new Set(
    WITHIN_CHAPTERS.filter((scope) => covers(held, scope)).filter(
      (scope) => editable.length > 0 || scope.endsWith(':read'),
    ),
  )

type Seat = Prisma.StaffGetPayload<{ include: { role: true } }>

/** The chapters that a seat is limited to: those that its contact owns. Null where its role is not limited. */
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
