import type { SharedRole } from '#areas/people/contacts/synchronized/synchronized.queries'
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

/** Returns the contact here of a received contact: the winner if it was merged since, null if it was deleted. */
const contactHereSql = (received: Sql): Sql => Prisma.sql`(SELECT c.id FROM contact r
  JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = coalesce(r.merged_into_id, r.id)
  WHERE r.tenant_id = ${received}.tenant_id AND r.id = ${received}.contact_id AND c.deleted_at IS NULL)`

/** Finds a contact of the source: ReceivedContact. */
export const findReceivedSql = (tenantId: number, connectionId: number, sourceContactId: number): Sql => Prisma.sql`
  SELECT x.version, x.is_active AS "isActive", ${contactHereSql(Prisma.sql`x`)} AS "contactId"
  FROM connection_received_contact x WHERE x.tenant_id = ${tenantId}::integer
    AND x.connection_id = ${connectionId}::integer AND x.source_contact_id = ${sourceContactId}::integer`

/** Locks and returns a contact of the source: ReceivedContact. */
export const lockReceivedSql = (tenantId: number, connectionId: number, sourceContactId: number): Sql =>
  Prisma.sql`${findReceivedSql(tenantId, connectionId, sourceContactId)} FOR UPDATE OF x`

/** Returns the deleted connections `o` from the source of the connection. */
const deletedBefore = (tenantId: number, connectionId: number): Sql => Prisma.sql`connection n
  JOIN connection o ON o.tenant_id = n.tenant_id AND NOT o.is_source AND o.deleted_at IS NOT NULL
    AND o.other_key = n.other_key AND o.other_installation = n.other_installation
  WHERE n.tenant_id = ${tenantId}::integer AND n.id = ${connectionId}::integer`

/** Gives a connection the contacts of the deleted ones from its source, each that of the last one. */
export const takeOverContactsSql = (tenantId: number, connectionId: number): Sql => Prisma.sql`
  INSERT INTO connection_received_contact (tenant_id, connection_id, source_contact_id, contact_id, is_active)
  SELECT DISTINCT ON (x.source_contact_id) x.tenant_id, ${connectionId}::integer, x.source_contact_id, x.contact_id, false
  FROM (SELECT o.tenant_id, o.id FROM ${deletedBefore(tenantId, connectionId)}) d
  JOIN connection_received_contact x ON x.tenant_id = d.tenant_id AND x.connection_id = d.id AND x.contact_id IS NOT NULL
  ORDER BY x.source_contact_id, d.id DESC`

/** Gives a connection the memberships of the deleted ones from its source, unless they were renewed here since. */
export const takeOverMembershipsSql = (tenantId: number, connectionId: number): Sql => Prisma.sql`
  UPDATE membership m SET source_connection_id = ${connectionId}::integer
  FROM (SELECT o.tenant_id, o.id FROM ${deletedBefore(tenantId, connectionId)}) d
  WHERE m.tenant_id = d.tenant_id AND m.source_connection_id = d.id
    AND (SELECT count(*) FROM membership_term t WHERE t.tenant_id = m.tenant_id AND t.membership_id = m.id) = 1`

/** Gives a connection the roles of the deleted ones from its source, so that they are not added a second time. */
export const takeOverRolesSql = (tenantId: number, connectionId: number): Sql => Prisma.sql`
  UPDATE contact_role r SET source_connection_id = ${connectionId}::integer
  FROM (SELECT o.tenant_id, o.id FROM ${deletedBefore(tenantId, connectionId)}) d
  WHERE r.tenant_id = d.tenant_id AND r.source_connection_id = d.id`

/** Stores the roles of a contact of the source, and deletes those that it no longer has. */
export const storeRolesSql = (
  tenantId: number,
  connectionId: number,
  sourceContactId: number,
  roles: readonly SharedRole[],
): Sql => Prisma.sql`
  WITH gone AS (
    DELETE FROM connection_received_role x
    WHERE x.tenant_id = ${tenantId}::integer AND x.connection_id = ${connectionId}::integer
      AND x.source_contact_id = ${sourceContactId}::integer
      AND x.source_role_id <> ALL (${roles.map(({ roleId }) => roleId)}::integer[]))
  INSERT INTO connection_received_role (tenant_id, connection_id, source_role_id, source_contact_id, source_organization_id,
    type_name, title, start_date, end_date, display_on_web)
  SELECT DISTINCT ON (s."roleId") ${tenantId}::integer, ${connectionId}::integer, s."roleId", ${sourceContactId}::integer,
    s."organizationId", s."typeName", s.title, s."startsOn", s."endsOn", s."displayOnWeb"
  FROM json_to_recordset(${JSON.stringify(roles)}::json) AS s ("roleId" integer, "organizationId" integer, "typeName" text,
    title text, "startsOn" date, "endsOn" date, "displayOnWeb" boolean)
  ON CONFLICT (tenant_id, connection_id, source_role_id) DO UPDATE SET source_contact_id = excluded.source_contact_id,
    source_organization_id = excluded.source_organization_id, type_name = excluded.type_name, title = excluded.title,
    start_date = excluded.start_date, end_date = excluded.end_date, display_on_web = excluded.display_on_web`

/**
 * Selects the stored roles of a contact of the source whose organizations have arrived: SharedRole with the
 * organizations here.
 */
export const arrivedRolesSql = (tenantId: number, connectionId: number, sourceContactId: number): Sql => Prisma.sql`
  SELECT * FROM (SELECT x.source_role_id AS "roleId", ${contactHereSql(Prisma.sql`y`)} AS "organizationId",
      x.type_name AS "typeName", x.title, to_char(x.start_date, 'YYYY-MM-DD') AS "startsOn",
      to_char(x.end_date, 'YYYY-MM-DD') AS "endsOn", x.display_on_web AS "displayOnWeb"
    FROM connection_received_role x
    JOIN connection_received_contact y ON y.tenant_id = x.tenant_id AND y.connection_id = x.connection_id
      AND y.source_contact_id = x.source_organization_id
    WHERE x.tenant_id = ${tenantId}::integer AND x.connection_id = ${connectionId}::integer
      AND x.source_contact_id = ${sourceContactId}::integer) w
  WHERE w."organizationId" IS NOT NULL ORDER BY w."roleId"`

/**
 * Selects the contacts of the source whose roles at an organization of it were stored before the organization arrived:
 * `id`.
 */
export const waitingHoldersSql = (tenantId: number, connectionId: number, organizationId: number): Sql => Prisma.sql`
  SELECT DISTINCT x.source_contact_id AS id FROM connection_received_role x
  JOIN connection_received_contact y ON y.tenant_id = x.tenant_id AND y.connection_id = x.connection_id
    AND y.source_contact_id = x.source_organization_id AND y.contact_id IS NOT NULL
  WHERE x.tenant_id = ${tenantId}::integer AND x.connection_id = ${connectionId}::integer
    AND x.source_organization_id = ${organizationId}::integer
    AND NOT EXISTS (SELECT FROM contact_role k WHERE k.tenant_id = x.tenant_id
      AND k.source_connection_id = x.connection_id AND k.source_role_id = x.source_role_id
      AND k.organization_id = ${contactHereSql(Prisma.sql`y`)})
  ORDER BY 1`
