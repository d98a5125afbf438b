import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A contact in a directory. */
export interface DirectoryListingKey {
  directoryId: number
  contactId: number
}

export const addListingsSql = (tenantId: number, listings: readonly DirectoryListingKey[]): Sql => Prisma.sql`
  INSERT INTO directory_listing (tenant_id, directory_id, contact_id)
  SELECT DISTINCT ${tenantId}::int, w.directory_id, w.contact_id FROM ${keysSql(listings)} ORDER BY 2, 3
  ON CONFLICT (tenant_id, directory_id, contact_id) DO NOTHING`

export const removeListingsSql = (tenantId: number, listings: readonly DirectoryListingKey[]): Sql => Prisma.sql`
  DELETE FROM directory_listing l USING ${keysSql(listings)}
  WHERE l.tenant_id = ${tenantId}::int AND l.directory_id = w.directory_id AND l.contact_id = w.contact_id`

const keysSql = (listings: readonly DirectoryListingKey[]): Sql => Prisma.sql`
  unnest(${listings.map(({ directoryId }) => directoryId)}::int[], ${listings.map(({ contactId }) => contactId)}::int[])
    AS w(directory_id, contact_id)`
