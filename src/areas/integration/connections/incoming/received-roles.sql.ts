import type { SharedRole } from '#areas/people/contacts/synchronized/synchronized.queries'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { contactHereSql } from './incoming.sql.ts'

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

/** The stored roles of a contact of the source whose organizations have arrived: SharedRole with the organizations here. */
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

/** The contacts of the source whose roles at an organization of it were stored before the organization arrived: `id`. */
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
