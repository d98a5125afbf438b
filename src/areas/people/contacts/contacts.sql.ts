import { listJson, midnightJson } from '#kernel/database/json-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { nameSql, type ValueList } from './value-lists.model.ts'

const typeName = (list: ValueList): Sql => nameSql(list, Prisma.sql`t.type_id`)

/**
 * Email addresses, telephone numbers and websites of the contact of row `c` in one list (ContactInfo in the contract):
 * by kind, the primary one of each first, then as they were entered.
 */
export const contactInfosJson: Sql = listJson(Prisma.sql`
  SELECT i."Kind", i."Id", i."Value", i."TypeId", i."Type", i."IsPrimary", i."Status", i."Extension",
    i."IsUnpublished", false AS "isDeleted"
  FROM (
    SELECT 1 AS place, 'email' AS "Kind", t.id AS "Id", t.address AS "Value", t.type_id AS "TypeId",
      ${typeName('emailtypes')} AS "Type", t.id IS NOT DISTINCT FROM c.primary_email_id AS "IsPrimary",
      t.status AS "Status", NULL::text AS "Extension", t.is_unpublished AS "IsUnpublished"
    FROM contact_email t WHERE t.tenant_id = c.tenant_id AND t.contact_id = c.id
    UNION ALL
    SELECT 2, 'phone', t.id, t.number, t.type_id, ${typeName('phonetypes')},
      t.id IS NOT DISTINCT FROM c.primary_phone_id, 0, t.extension, t.is_unpublished
    FROM contact_phone t WHERE t.tenant_id = c.tenant_id AND t.contact_id = c.id
    UNION ALL
    SELECT 3, 'website', t.id, t.url, t.type_id, ${typeName('webaddresstypes')},
      t.id IS NOT DISTINCT FROM c.primary_website_id, 0, NULL, t.is_unpublished
    FROM contact_website t WHERE t.tenant_id = c.tenant_id AND t.contact_id = c.id
  ) i ORDER BY i.place, i."IsPrimary" DESC, i."Id"`)

/**
 * Roles that the contact of row `c` holds at organizations (PersonRole in the contract): running ones first.
 *
 * @param today the day in the tenant's time zone.
 */
export const rolesHeldJson = (today: Sql): Sql =>
  listJson(Prisma.sql`
  SELECT true AS "IsExisting", o.display_name AS "Name", o.id AS "OrganizationContactId", r.title AS "Title",
    r.role_type_id AS "RoleId", false AS "IsEmpty",
    ${midnightJson(Prisma.sql`r.start_date`)} AS "RoleStartDate",
    ${midnightJson(Prisma.sql`r.end_date`)} AS "RoleEndDate", false AS "isDeleted",
    r.id AS "ContactRoleId", r.audit_id AS "ContactRoleAuditId", r.contact_id AS "ContactId",
    r.display_on_web AS "DisplayOnWeb", o.primary_contact_id IS NOT DISTINCT FROM c.id AS "IsContact"
  FROM contact_role r
  JOIN contact o ON o.tenant_id = r.tenant_id AND o.id = r.organization_id AND o.deleted_at IS NULL
  WHERE r.tenant_id = c.tenant_id AND r.contact_id = c.id
  ORDER BY coalesce(r.end_date >= ${today}, true) DESC, r.id`)
