import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Lets the transaction change the data of a connection: see docs/decisions/0074. */
export const synchronizingSql = (connectionId: number): Sql => Prisma.sql`
  SELECT set_config('guildhall.synchronizing', ${String(connectionId)}::text, true) AS set`

/** A contact of the source and the one here. */
export interface ReceivedContact {
  contactId: number | null
  version: number
  isActive: boolean
}

/** Adds a contact of the source, unless it is known. */
export const addReceivedSql = (tenantId: number, connectionId: number, sourceContactId: number): Sql => Prisma.sql`
  INSERT INTO connection_received_contact (tenant_id, connection_id, source_contact_id, is_active)
  VALUES (${tenantId}::integer, ${connectionId}::integer, ${sourceContactId}::integer, false) ON CONFLICT DO NOTHING`

/** The contact here of the row `x`: the winner if it was merged since, null if it was deleted. */
const CONTACT_HERE = Prisma.sql`(SELECT c.id FROM contact r
  JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = coalesce(r.merged_into_id, r.id)
  WHERE r.tenant_id = x.tenant_id AND r.id = x.contact_id AND c.deleted_at IS NULL)`

/** Finds a contact of the source: ReceivedContact. */
export const findReceivedSql = (tenantId: number, connectionId: number, sourceContactId: number): Sql => Prisma.sql`
  SELECT x.version, x.is_active AS "isActive", ${CONTACT_HERE} AS "contactId"
  FROM connection_received_contact x WHERE x.tenant_id = ${tenantId}::integer
    AND x.connection_id = ${connectionId}::integer AND x.source_contact_id = ${sourceContactId}::integer`

/** Locks and returns a contact of the source: ReceivedContact. */
export const lockReceivedSql = (tenantId: number, connectionId: number, sourceContactId: number): Sql =>
  Prisma.sql`${findReceivedSql(tenantId, connectionId, sourceContactId)} FOR UPDATE OF x`
