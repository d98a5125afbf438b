import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

/** A contact and a directory that lists it, or no longer does. */
export interface DirectoryPlace {
  directoryId: number
  contactId: number
}

/** Lists contacts in directories, in one statement however many; who is listed stays as it is. */
export const enterDirectories = async (
  tx: SqlRunner,
  { db }: Scope,
  places: readonly DirectoryPlace[],
): Promise<void> => {
  if (places.length === 0) return
  await tx.rows(Prisma.sql`
    INSERT INTO directory_listing (tenant_id, directory_id, contact_id)
    SELECT DISTINCT ${db.tenantId}::int, w.directory_id, w.contact_id FROM ${wanted(places)} ORDER BY 2, 3
    ON CONFLICT (tenant_id, directory_id, contact_id) DO NOTHING`)
}

/** Takes contacts off directories. */
export const leaveDirectories = async (
  tx: SqlRunner,
  { db }: Scope,
  places: readonly DirectoryPlace[],
): Promise<void> => {
  if (places.length === 0) return
  await tx.rows(Prisma.sql`DELETE FROM directory_listing l USING ${wanted(places)}
    WHERE l.tenant_id = ${db.tenantId}::int AND l.directory_id = w.directory_id AND l.contact_id = w.contact_id`)
}

const wanted = (places: readonly DirectoryPlace[]) => Prisma.sql`
  unnest(${places.map(({ directoryId }) => directoryId)}::int[], ${places.map(({ contactId }) => contactId)}::int[])
    AS w(directory_id, contact_id)`
