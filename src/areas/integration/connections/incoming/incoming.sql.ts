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

/** Locks and returns a contact of the source: ReceivedContact. The contact here is null if it was deleted since. */
export const lockReceivedSql = (tenantId: number, connectionId: number, sourceContactId: number): Sql => Prisma.sql`
  SELECT x.version, x.is_active AS "isActive", (SELECT c.id FROM contact c WHERE c.tenant_id = x.tenant_id
      AND c.id = x.contact_id AND c.deleted_at IS NULL) AS "contactId"
  FROM connection_received_contact x WHERE x.tenant_id = ${tenantId}::integer
    AND x.connection_id = ${connectionId}::integer AND x.source_contact_id = ${sourceContactId}::integer
  FOR UPDATE OF x`
