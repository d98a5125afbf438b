import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { DirectoryListing } from '#prisma/client'
import { directoryListingEvents } from '../directories.events.ts'
import { listingList } from './listings.listing.ts'

/** The listings of one directory, without deleted contacts. */
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
