import { listContactFieldTypes } from '#areas/people/custom-fields/values/fields.queries'
import { customFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { listOfContactSql } from '../contact-facts.listing.ts'
import {
  canWriteContacts,
  contactInfosSql,
  isContactSql,
  PRIMARY_CONTACT_ID,
  partActionsSql,
  personRolesSql,
  relationActionsSql,
  SOURCE_COLUMNS,
  tenantDaySql,
} from '../contacts.sql.ts'
import {
  activitiesJson,
  assignedStaffJson,
  categoriesJson,
  certificationsJson,
  communicationsJson,
  groupsJson,
  peopleJson,
  recordsJson,
  relatedJson,
  relatedSql,
} from './organization-lists.sql.ts'

/** Returns the organization with all its lists (OrganizationGeneral in the contract), as JSON text with its version. */
export const organizationSql = (scope: Scope, contactId: number): Sql => {
  const { tenantId } = scope.db
  return Prisma.sql`WITH related AS MATERIALIZED (${relatedSql(tenantId, contactId)})
    SELECT row_to_json(x)::text AS text, c.audit_id AS "auditId"
    FROM contact c CROSS JOIN LATERAL (SELECT ${headColumns(scope)}, ${partColumns(scope)}) x
    WHERE ${isContactSql(tenantId, contactId)} AND c.system_type_id = 2`
}

const headColumns = (scope: Scope): Sql => {
  const { familyContactsEnabled, roleRequired, tracksCertificates } = scope.tenant
  return Prisma.sql`
    c.id AS "ContactId", coalesce(${Prisma.raw(PRIMARY_CONTACT_ID)}, 0) AS "PersonContactId", c.id AS "ContactOrganizationId",
    c.system_type_id AS "SystemContactTypeId", 1 AS "CategoryTypeId", c.primary_address_id AS "PrimaryAddressId",
    c.primary_website_id AS "PrimaryWebAddressId", c.primary_phone_id AS "PrimaryPhoneId",
    c.primary_email_id AS "PrimaryEmailAddressId", c.display_name AS "ContactDisplayName",
    ${familyContactsEnabled}::boolean AS "FamilyContactsEnabled", ${roleRequired}::boolean AS "RoleRequired",
    false AS "IsDeleted", ${canWriteContacts(scope)}::boolean AS "AllowStatusEdit",
    ${tracksCertificates}::boolean AS "ShouldTrackCertificateCompletion",
    ${!hasGrant(scope, 'chapters:write')}::boolean AS "IsContactChaptersReadOnly", ${SOURCE_COLUMNS}`
}

const partColumns = (scope: Scope): Sql => {
  const actions = partActionsSql(scope)
  const related = partActionsSql(scope, [Prisma.sql`c.id`, Prisma.sql`x.other_id`])
  const records = (kind: string): Sql => recordsJson(kind, actions)
  return Prisma.sql`
    ${contactInfosSql} AS "ContactInfos", ${peopleJson(tenantDaySql(scope), partActionsSql(scope, [Prisma.sql`c.id`, Prisma.sql`p.id`]))} AS "Contacts",
    ${personRolesSql(tenantDaySql(scope))} AS "Organizations", ${groupsJson} AS "Groups",
    ${activitiesJson} AS "Activities", ${categoriesJson(relationActionsSql(scope))} AS "Categories",
    ${assignedStaffJson(related)} AS "AssignedContacts", ${listOfContactSql('Projects', scope)} AS "Projects",
    ${records('formresponse')} AS "FormsResponses", ${certificationsJson(tenantDaySql(scope), actions)} AS "Certifications",
    ${listOfContactSql('Memberships', scope)} AS "Memberships", ${records('softwareaccount')} AS "SoftwareAccounts",
    ${listOfContactSql('ContactChapters', scope)} AS "ContactChapters", ${relatedJson('individual', related)} AS "RelatedIndividuals",
    ${records('experience')} AS "ContactExperiences", ${relatedJson('child', related)} AS "ChildOrganizations",
    ${relatedJson('parent', related)} AS "ParentOrganizations",
    ${relatedJson('organization', related)} AS "RelatedOrganizations",
    ${communicationsJson(actions)} AS "Communication", ${records('salesopportunity')} AS "SalesOpportunities",
    ${relatedJson('family', related)} AS "Families", ${records('fundraisingactivity')} AS "FundraisingActivities",
    ${CUSTOM_FIELDS} AS "CustomFields"`
}

const CUSTOM_FIELDS = customFieldsSql(Prisma.sql`c.tenant_id`, Prisma.sql`c.id`, listContactFieldTypes(2))

/** Selects the terms of membership of a contact as JSON text. */
export const contactMembershipsSql = (scope: Scope, contactId: number): Sql =>
  Prisma.sql`SELECT ${listOfContactSql('Memberships', scope)}::text AS json
    FROM contact c WHERE ${isContactSql(scope.db.tenantId, contactId)}`

/** Selects the groups of a contact (OrganizationGroups in the contract), as JSON text with its version. */
export const contactGroupsSql = (tenantId: number, contactId: number): Sql =>
  Prisma.sql`SELECT row_to_json(x)::text AS text, c.audit_id AS "auditId" FROM contact c CROSS JOIN LATERAL
      (SELECT c.id AS "ContactId", c.display_name AS "ContactDisplayName", ${groupsJson} AS "Groups") x
      WHERE ${isContactSql(tenantId, contactId)}`
