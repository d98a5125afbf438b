import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { customFieldsSql } from './record-values.listing.ts'
import { carrierSql, valueTextSql } from './values.sql.ts'

export interface ContactValue {
  /** CustomFieldValue in the contract, as JSON text. */
  text: string
  /** The version of the field. */
  auditId: number
  hasContact: boolean
}

/** The address `a` of the contact `c` in one line. */
const ADDRESS = Prisma.sql`(SELECT nullif(concat_ws(', ', nullif(a.address1, ''), nullif(a.address2, ''),
    nullif(concat_ws(' ', a.postal_code, a.city), ''), nullif(a.state_province, ''), y.name), '')
  FROM contact_address k JOIN address a ON a.tenant_id = k.tenant_id AND a.id = k.address_id
  LEFT JOIN country y ON y.id = a.country_id WHERE k.tenant_id = c.tenant_id AND k.id = c.primary_address_id)`

const WEBSITE = Prisma.sql`(SELECT u.url FROM contact_website u
  WHERE u.tenant_id = c.tenant_id AND u.id = c.primary_website_id)`

/** The built-in field of the contact `c` that the field `o` represents; null for other fields. */
const STANDARD_VALUE = Prisma.sql`CASE o.standard_field_id WHEN 1 THEN c.prefix WHEN 2 THEN c.first_name
  WHEN 3 THEN c.middle_name WHEN 4 THEN c.last_name WHEN 5 THEN c.suffix
  WHEN 6 THEN coalesce(c.organization_name, c.primary_organization_name) WHEN 7 THEN c.primary_title
  WHEN 8 THEN c.email_address WHEN 9 THEN c.phone WHEN 10 THEN ${ADDRESS} WHEN 11 THEN ${WEBSITE} END`

/**
 * Selects a field with its group and the value of a contact; contact 0 has no value. A field that shows a field of
 * contacts has the value of that field, and one that represents a built-in field the value of the contact.
 */
export const contactValueSql = (tenantId: number, fieldId: number, contactId: number): Sql => Prisma.sql`
  SELECT row_to_json(x)::text AS text, x."CustomFieldAuditId" AS "auditId", x."ContactId" <> 0 AS "hasContact" FROM (
    SELECT coalesce(w.id, 0) AS "PersonCustomFieldValueId", false AS "IsDeleted", coalesce(c.id, 0) AS "ContactId",
      o.tenant_id AS "TenantId", o.id AS "CustomFieldId", CASE WHEN o.existing_field_id IS NULL AND o.standard_field_id IS NOT NULL THEN ${STANDARD_VALUE} ELSE w.text END
        AS "Value", coalesce(w.audit_id, 0) AS "AuditId",
      coalesce(g.id, sec.id) IS NOT NULL AS "IsCustomFieldGroupExists", coalesce(g.name, sec.name) AS "CustomFieldGroupName",
      coalesce(g.display_order, sec.display_order)::text AS "CustomFieldGroupDisplayOrder",
      false AS "CustomFieldGroupIsDeleted", o.object_type_id::text AS "ObjectTypeId", o.name AS "Name",
      o.display_name AS "DisplayName", o.description AS "Description", o.data_type_id::text AS "CustomFieldDataTypeId",
      o.standard_field_id::text AS "StandardFieldId", f.data_size::text AS "DataSize",
      CASE WHEN o.data_type_id IN (13, 14) THEN coalesce((SELECT string_agg(k.name, chr(10) ORDER BY k.display_order, k.id)
        FROM custom_field_choice k WHERE k.tenant_id = o.tenant_id AND k.field_id = f.id AND k.is_active), '') END
        AS "SelectListData",
      coalesce(g.id, sec.id)::text AS "CustomFieldGroupId", o.is_public AS "IsPublic",
      o.is_member_editable AS "IsMemberEditable", o.is_required AS "IsRequired", o.is_archived AS "IsArchived",
      o.display_order::text AS "DisplayOrder", o.audit_id AS "CustomFieldAuditId", false AS "CustomFieldIsDeleted",
      num_nonnulls(o.form_id, o.directory_id, o.content_list_id) > 0 AS "IsSingleUse",
      o.display_width::text AS "DisplayWidth", c.display_name AS "Contact", o.is_system AS "IsSystem"
    FROM custom_field o
    JOIN custom_field f ON f.tenant_id = o.tenant_id AND f.id = coalesce(o.existing_field_id, o.id)
    LEFT JOIN custom_field_group g ON g.tenant_id = o.tenant_id AND g.id = o.group_id
    LEFT JOIN form_section sec ON sec.tenant_id = o.tenant_id AND sec.id = o.form_section_id
    LEFT JOIN contact c ON c.tenant_id = o.tenant_id AND c.id = ${contactId}::integer AND c.deleted_at IS NULL
    LEFT JOIN LATERAL (
      SELECT v.id, v.audit_id, ${valueTextSql(Prisma.sql`c.id`)} AS text FROM custom_field_value v
      WHERE v.tenant_id = o.tenant_id AND v.field_id = f.id AND v.object_id = c.id AND v.ordinal = 0
        AND ${carrierSql} IN (1, c.system_type_id + 1)) w ON true
    WHERE o.tenant_id = ${tenantId}::integer AND o.id = ${fieldId}::integer AND o.deleted_at IS NULL) x`

/** Returns the custom fields of a record as `fields`, with its values. */
export const recordFieldsSql = (tenantId: number, objectTypes: readonly number[], objectId: number): Sql => {
  const tenant = Prisma.sql`${tenantId}::integer`
  const object = Prisma.sql`${objectId}::integer`
  return Prisma.sql`SELECT ${customFieldsSql(tenant, object, objectTypes)} AS fields`
}
