import { CONTACT_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { customFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Selects the contacts after an id, ordered by id; deleted and unmatched ones are left out. */
export const exportRowsSql = (tenantId: number, afterId: number, take: number): Sql => Prisma.sql`
    SELECT c.id, json_build_object(
        'Type', CASE c.system_type_id WHEN 2 THEN 'organization' ELSE 'individual' END,
        'Prefix', c.prefix, 'FirstName', c.first_name, 'MiddleName', c.middle_name, 'LastName', c.last_name,
        'Suffix', c.suffix, 'CommonName', c.common_name, 'PrimaryTitle', c.primary_title,
        'Gender', CASE c.gender_id WHEN 1 THEN 'female' WHEN 2 THEN 'male' WHEN 3 THEN 'non-binary'
          WHEN 4 THEN 'rather not said' END,
        'OrganizationName', c.organization_name, 'AccountNumber', c.account_number,
        'HideAccountNumber', CASE WHEN c.hide_account_number THEN 'yes' END,
        'Status', CASE c.manual_status_id WHEN 1 THEN 'prospective' WHEN 4 THEN 'courtesy'
          WHEN 8 THEN 'non-member' WHEN 16 THEN 'inactive' END,
        'Email', ${email(1)}, 'PersonalEmail', ${email(2)}, 'OtherEmail', ${email(3)},
        'Phone', ${phone(1)}, 'Mobile', ${phone(2)}, 'HomePhone', ${phone(3)}, 'Fax', ${phone(4)},
        'OtherPhone', ${phone(5)}, 'PhoneExtension', ${phone(1, 'extension')}, 'Website', ${WEBSITE},
        'Address1', a.address1, 'Address2', a.address2, 'City', a.city, 'StateProvince', a.state_province,
        'PostalCode', a.postal_code, 'Country', y.alpha2, 'Tags', ${TAGS}, 'Groups', ${GROUPS}) AS cells,
      ${customFieldsSql(Prisma.sql`c.tenant_id`, Prisma.sql`c.id`, CONTACT_OBJECT_TYPES)} AS custom
    FROM contact c
    LEFT JOIN contact_address u ON u.tenant_id = c.tenant_id AND u.id = c.primary_address_id
    LEFT JOIN address a ON a.tenant_id = u.tenant_id AND a.id = u.address_id
    LEFT JOIN country y ON y.id = a.country_id
    WHERE c.tenant_id = ${tenantId}::integer AND c.id > ${afterId}::integer
      AND c.deleted_at IS NULL AND NOT c.is_unmatched
    ORDER BY c.id LIMIT ${take}::integer`

export const exportCountSql = (tenantId: number): Sql => Prisma.sql`
  SELECT coalesce(sum(n), 0)::integer AS total FROM record_count
  WHERE tenant_id = ${tenantId}::integer AND bucket LIKE 'contact:%'`

// The import reads one of each type: the primary one, or else the oldest.
const email = (typeId: number): Sql => Prisma.sql`(SELECT t.address FROM contact_email t
  WHERE t.tenant_id = c.tenant_id AND t.contact_id = c.id AND t.type_id = ${typeId}::integer
  ORDER BY (t.id = c.primary_email_id) IS TRUE DESC, t.id LIMIT 1)`

const phone = (typeId: number, column: 'number' | 'extension' = 'number'): Sql => Prisma.sql`(
  SELECT t.${Prisma.raw(column)} FROM contact_phone t
  WHERE t.tenant_id = c.tenant_id AND t.contact_id = c.id AND t.type_id = ${typeId}::integer
  ORDER BY (t.id = c.primary_phone_id) IS TRUE DESC, t.id LIMIT 1)`

const WEBSITE = Prisma.sql`(SELECT t.url FROM contact_website t
  WHERE t.tenant_id = c.tenant_id AND t.contact_id = c.id
  ORDER BY (t.id = c.primary_website_id) IS TRUE DESC, t.id LIMIT 1)`

const TAGS = Prisma.sql`(SELECT string_agg(t.name, '; ' ORDER BY t.name_key, t.id) FROM contact_tag h
  JOIN tag t ON t.tenant_id = h.tenant_id AND t.id = h.tag_id
  WHERE h.tenant_id = c.tenant_id AND h.contact_id = c.id)`

const GROUPS = Prisma.sql`(SELECT string_agg(g.name, '; ' ORDER BY g.name, g.id) FROM contact_group_member m
  JOIN contact_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id AND g.deleted_at IS NULL
  WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id AND m.state = 'member')`
