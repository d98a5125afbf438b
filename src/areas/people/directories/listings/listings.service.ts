import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { addListingsSql, type DirectoryListingKey, removeListingsSql } from './listings.sql.ts'

/** Adds contacts to directories in one statement. Existing listings do not change. */
export const addDirectoryListings = async (
  { db }: Scope,
  tx: SqlRunner,
  listings: readonly DirectoryListingKey[],
): Promise<void> => {
  if (listings.length > 0) await tx.rows(addListingsSql(db.tenantId, listings))
}

/** Removes contacts from directories in one statement. */
export const removeDirectoryListings = async (
  { db }: Scope,
  tx: SqlRunner,
  listings: readonly DirectoryListingKey[],
): Promise<void> => {
  if (listings.length > 0) await tx.rows(removeListingsSql(db.tenantId, listings))
}
