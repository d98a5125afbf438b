import { listContactFieldTypes } from '#areas/people/custom-fields/values/fields.queries'
import { customFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { listJson } from '#kernel/database/json-sql'
import { type Param, type Slots, shape } from '#kernel/database/shape'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { factSql } from '../contact-facts.listing.ts'
import { shownContactIdSql } from '../contacts.listing.ts'
import {
  canWriteContacts,
  contactActionsSql,
  contactInfosSql,
  type DayValues,
  daySql,
  getDayValues,
  hasFixedNameSql,
  isContactSql,
  PRIMARY_CONTACT_ID,
  personRolesSql,
  SOURCE_COLUMNS,
} from '../contacts.sql.ts'
import { DESCRIPTION, PRIMARY_IDS } from '../records/columns.model.ts'

/** Returns the individual as it is edited (Person in the contract), as JSON text with its version. */
export const personSql = (scope: Scope, contactId: number): Sql => {
  const { isRealEstateEdition, natregIsStateAssociation, isPoe } = scope.tenant
  const ofTenant = { isRealEstateEdition, natregIsStateAssociation, isPoe, ...getDayValues(scope) }
  return person({ tenantId: scope.db.tenantId, contactId, ...ofTenant })
}

/** Returns the individual's card (PersonSummary in the contract), as JSON text with its version. */
export const personSummarySql = (scope: Scope, contactId: number): Sql =>
  individualSql(scope.db.tenantId, contactId, summaryColumns(scope))

const individualSql = (tenantId: Param<number>, contactId: Param<number>, columns: Sql): Sql => Prisma.sql`
    SELECT row_to_json(x)::text AS text, c.audit_id AS "auditId"
    FROM contact c CROSS JOIN LATERAL (SELECT ${columns}) x
    WHERE ${isContactSql(tenantId, contactId)} AND c.system_type_id = 1`

/** Returns stored columns of individuals under their documented fields. */
const fieldColumns = (columns: Record<string, { field: string; systemTypeId: 1 | 2 | null }>): Sql =>
  Prisma.raw(
    Object.entries(columns)
      .filter(([, { systemTypeId }]) => systemTypeId !== 2)
      .map(
        ([column, { field }]) =>
          `${column === 'primary_contact_id' ? PRIMARY_CONTACT_ID : `c.${column}`} AS "${field}"`,
      )
      .join(', '),
  )

const PRIMARY_COLUMNS = fieldColumns(PRIMARY_IDS)
const DESCRIPTION_COLUMNS = fieldColumns(DESCRIPTION)

interface PersonValues extends DayValues, Pick<Scope['tenant'], TenantFlag> {
  tenantId: number
  contactId: number
}

/** Facts of the tenant that the shape of an individual repeats. */
type TenantFlag = 'isRealEstateEdition' | 'natregIsStateAssociation' | 'isPoe'

const person = shape<PersonValues>((slots) => individualSql(slots.tenantId, slots.contactId, personColumns(slots)))

const personColumns = (slots: Slots<PersonValues>): Sql => Prisma.sql`
    c.id AS "ContactId", c.audit_id AS "AuditId", ${slots.isRealEstateEdition}::boolean AS "IsRealEstateEdition",
    c.system_type_id AS "SystemContactTypeId", ${PRIMARY_COLUMNS},
    false AS "forceSave", ${slots.natregIsStateAssociation}::boolean AS "NatregIsStateAssociation",
    ${slots.isPoe}::boolean AS "IsPOE", ${DESCRIPTION_COLUMNS},
    ${DESIGNATIONS} AS "ContactDesignations",
    ${contactInfosSql} AS "ContactList", ${ADDRESSES} AS "Addresses",
    ${personRolesSql(daySql(slots))} AS "OrganizationsAndRoles", ${CUSTOM_FIELDS} AS "CustomFields", ${SOURCE_COLUMNS}`

const CUSTOM_FIELDS = customFieldsSql(Prisma.sql`c.tenant_id`, Prisma.sql`c.id`, listContactFieldTypes(1))

const DESIGNATIONS = listJson(Prisma.sql`
  SELECT d.id AS "ContactDesignationId", d.code AS "Code", d.name AS "Name", d.display_order AS "DisplayOrder",
    false AS "isDeleted"
  FROM contact_designation d WHERE d.tenant_id = c.tenant_id AND d.contact_id = c.id
  ORDER BY d.display_order, d.id`)

const ADDRESSES = listJson(Prisma.sql`
  SELECT coalesce(${shownContactIdSql(Prisma.sql`a.tenant_id`, Prisma.sql`a.source_contact_id`)}, 0) AS "AuditSourceId",
    u.audit_id AS "AuditId",
    a.audit_id AS "AddressAuditId", u.id AS "ContactAddressId", a.id AS "AddressId", u.tenant_id AS "TenantId",
    a.address1 AS "Address1", a.address2 AS "Address2", a.city AS "City", a.state_province AS "StateProvince",
    a.postal_code AS "PostalCode", coalesce(a.country_id, 0) AS "CountryId", u.type_id AS "AddressTypeId",
    u.usage_flag_id AS "AddressUsageFlagId", u.note AS "Note", false AS "isDeleted",
    u.is_unpublished AS "IsUnpublished"
  FROM contact_address u JOIN address a ON a.tenant_id = u.tenant_id AND a.id = u.address_id
  WHERE u.tenant_id = c.tenant_id AND u.contact_id = c.id
  ORDER BY (u.id = c.primary_address_id) IS TRUE DESC, u.id`)

const summaryColumns = (scope: Scope): Sql => {
  return Prisma.sql`
    c.id AS "ContactId",
    (SELECT s.login_id FROM staff s WHERE s.tenant_id = c.tenant_id AND s.contact_id = c.id
      ORDER BY s.login_id LIMIT 1) AS "LoginId",
    c.prefix AS "Prefix", c.first_name AS "FirstName", c.middle_name AS "MiddleName", c.last_name AS "LastName",
    c.suffix AS "Suffix", c.common_name AS "CommonName", c.primary_organization_name AS "PrimaryOrg",
    c.display_name AS "DisplayName",
    NULL::text AS "EmailRelayServiceAddress",
    c.email_address AS "PrimaryEmailAddress", ${factSql('balance')} AS "Balance",
    ${factSql('openTaskCount')} AS "OpenTaskCount", c.status_id AS "Status", ${TAGS} AS "Tags",
    ${PROFILE_IMAGE} AS "ProfileImage", ${contactActionsSql(scope)} AS "Actions", c.audit_id AS "AuditId",
    (${!canWriteContacts(scope)}::boolean OR ${hasFixedNameSql}) AS "DoNotShowEditName", ${SOURCE_COLUMNS}`
}

const TAGS = Prisma.sql`(SELECT coalesce(json_agg(t.name ORDER BY t.name_key, t.id), '[]'::json)
  FROM contact_tag h JOIN tag t ON t.tenant_id = h.tenant_id AND t.id = h.tag_id
  WHERE h.tenant_id = c.tenant_id AND h.contact_id = c.id)`

const PROFILE_IMAGE = Prisma.sql`CASE WHEN c.image_url IS NOT NULL OR c.image_file_id IS NOT NULL
  THEN json_build_object('FileId', coalesce(c.image_file_id, 0), 'ImageId', coalesce(c.image_file_id, 0),
    'Url', c.image_url, 'Height', coalesce(c.image_height, 0), 'Width', coalesce(c.image_width, 0),
    'Caption', c.image_caption, 'ShortDescription', c.image_description) END`
