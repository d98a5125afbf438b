import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { DirectoryListingType } from '#prisma/client'
import { listingTypeEvents } from '../directories.events.ts'
import { listingTypeList } from './listing-types.listing.ts'

/** The listing types of one directory: those of others do not exist for it. */
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
