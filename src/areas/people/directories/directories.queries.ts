import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Directory, DirectoryListing, DirectoryListingType, Prisma } from '#prisma/client'
import { directoryEvents, directoryListingEvents, listingTypeEvents } from './directories.events.ts'
import { listingTypeList } from './directories.listing.ts'
import { listingList } from './listings/listings.listing.ts'

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

/** Returns a directory; 404 if it does not exist. */
export const getDirectory = async ({ db }: Scope, id: number): Promise<DirectoryWithCount> => {
  const found = await db.prisma.directory.findFirst({ where: { tenantId: db.tenantId, id }, ...withListingCount })
  if (!found) throw notFound('directory')
  return found
}

/** Returns the kind of the listing types of one directory: those of others do not exist for it. */
export const listingTypeKind = (directoryId: number): RecordKind<DirectoryListingType> => ({
  entity: 'directorylistingtype',
  noun: 'listing type',
  table: 'directory_listing_type',
  events: listingTypeEvents,
  find: (tx, key) => tx.directoryListingType.findFirst({ where: { ...key, directoryId } }),
})

/**
 * Returns one listing type of a directory in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readListingType = (
  scope: Scope,
  directoryId: number,
  id: number,
  runner: SqlRunner = scope.db,
): Promise<VersionedRow> => readVersionedRow(runner, scope, listingTypeList(scope, directoryId), id, 'listing type')

/** Returns the kind of the listings of one directory, without deleted contacts. */
export const listingKind = (directoryId: number): RecordKind<DirectoryListing> => ({
  entity: 'directorylisting',
  noun: 'listing of the directory',
  table: 'directory_listing',
  events: directoryListingEvents,
  find: (tx, key) => tx.directoryListing.findFirst({ where: { ...key, directoryId, contact: { deletedAt: null } } }),
})

/**
 * Returns one listing in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readListing = (
  scope: Scope,
  directoryId: number,
  id: number,
  runner: SqlRunner = scope.db,
): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, listingList(scope, directoryId), id, 'listing of the directory')
