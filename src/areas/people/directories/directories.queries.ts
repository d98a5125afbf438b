import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Directory, Prisma } from '#prisma/client'
import { directoryEvents } from './directories.events.ts'

/** Counts the listings of a directory, without deleted contacts. */
export const withListingCount = {
  include: { _count: { select: { listings: { where: { contact: { deletedAt: null } } } } } },
} as const

export type DirectoryWithCount = Prisma.DirectoryGetPayload<typeof withListingCount>

export const directoryKind: RecordKind<Directory> = {
  entity: 'directory',
  table: 'directory',
  events: directoryEvents,
  find: (tx, key) => tx.directory.findFirst({ where: key }),
}

interface Page {
  take: number
  skip: number
}

/** Lists a page of the directories by name. */
export const listDirectories = ({ db }: Scope, { take, skip }: Page): Promise<DirectoryWithCount[]> =>
  db.prisma.directory.findMany({
    where: { tenantId: db.tenantId },
    ...withListingCount,
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
    take,
    skip,
  })

/** Returns a directory; 404 if it does not exist. */
export const getDirectory = async ({ db }: Scope, id: number): Promise<DirectoryWithCount> => {
  const found = await db.prisma.directory.findFirst({ where: { tenantId: db.tenantId, id }, ...withListingCount })
  if (!found) throw notFound('directory')
  return found
}

const listingParts = { contact: { select: { displayName: true, systemTypeId: true, emailAddress: true } } } as const

export type ListingOfDirectory = Prisma.DirectoryListingGetPayload<{ include: typeof listingParts }>

/** Lists a page of the contacts in a directory by name, without deleted contacts. */
export const listListings = async (
  scope: Scope,
  directoryId: number,
  { take, skip }: Page,
): Promise<ListingOfDirectory[]> => {
  const { prisma, tenantId } = scope.db
  await getDirectory(scope, directoryId)
  return prisma.directoryListing.findMany({
    where: { tenantId, directoryId, contact: { deletedAt: null } },
    include: listingParts,
    orderBy: [{ contact: { sortName: 'asc' } }, { id: 'asc' }],
    take,
    skip,
  })
}
