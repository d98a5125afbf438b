import { instantJson, listJson } from '#kernel/database/json-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { senderInitialsSql } from '../communications/communications.listing.ts'

// Lists of the contact of row `c`, as JSON in the contract's shapes. `actions` is the JSON of each row.

/** Rows of lists without an upper bound: the latest. */
const MAX_LATEST = Prisma.raw('100')
/** People of an organization; the largest organizations have thousands. */
const MAX_PEOPLE = Prisma.raw('1000')

/** Returns people with a role at the organization (OrganizationContact): current roles first, then by name. */
export const peopleJson = (today: Sql, actions: Sql): Sql =>
  listJson(Prisma.sql`
  SELECT r.id AS "ContactRoleId", r.audit_id AS "ContactRoleAuditId", p.id AS "ContactId", p.display_name AS "Name",
    r.title AS "Title", r.role_type_id AS "RoleId", y.name AS "Role", p.email_address AS "EmailAddress",
    p.phone AS "Phone", p.id IS NOT DISTINCT FROM c.primary_contact_id AS "IsPrimary",
    r.start_date AS "RoleStartDate", r.end_date AS "RoleEndDate", r.display_on_web AS "DisplayOnWeb",
    ${actions} AS "Actions"
  FROM contact_role r
  JOIN contact p ON p.tenant_id = r.tenant_id AND p.id = r.contact_id AND p.deleted_at IS NULL
    AND p.system_type_id = 1
  LEFT JOIN contact_role_type y ON y.tenant_id = r.tenant_id AND y.id = r.role_type_id
  WHERE r.tenant_id = c.tenant_id AND r.organization_id = c.id
  ORDER BY coalesce(r.end_date >= ${today}, true) DESC, p.sort_name, r.id LIMIT ${MAX_PEOPLE}`)

/** Groups that the contact is or was a member of (ContactGroupItem), by name. */
export const groupsJson: Sql = listJson(Prisma.sql`
  SELECT m.state = 'member' AS "IsSelected", false AS "IsAdded", m.state <> 'member' AS "IsRemoved",
    m.id AS "ContactGroupId", m.audit_id AS "ContactGroupAuditId", g.id AS "GroupId",
    g.disallow_opt_in AS "DisallowOptIn", g.disallow_opt_out AS "DisallowOptOut", g.name AS "Name",
    m.state AS "State"
  FROM contact_group_member m
  JOIN contact_group g ON g.tenant_id = m.tenant_id AND g.id = m.group_id AND g.deleted_at IS NULL
  WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id ORDER BY lower(g.name), g.id`)

/** The latest activities (Activity), newest first. */
export const activitiesJson: Sql = listJson(Prisma.sql`
  SELECT a.id AS "ContactActivityId", a.contact_id AS "ContactId",
    ${instantJson(Prisma.sql`a.activity_date`)} AS "ActivityDate", a.type_id AS "ActivityTypeId",
    a.description AS "Description"
  FROM contact_activity a WHERE a.tenant_id = c.tenant_id AND a.contact_id = c.id
  ORDER BY a.activity_date DESC, a.id DESC LIMIT ${MAX_LATEST}`)

/** Returns the latest communications (Communication), newest first. */
export const communicationsJson = (actions: Sql): Sql =>
  listJson(Prisma.sql`
  SELECT ${actions} AS "Actions", m.id AS "CommunicationId", m.audit_id AS "AuditId",
    m.type_id AS "CommunicationTypeId", m.status_type_id AS "CommunicationStatusTypeId",
    m.from_display_name AS "FromDisplayName", ${instantJson(Prisma.sql`m.occurred_at`)} AS "Date",
    m.subject AS "Subject", ${senderInitialsSql} AS "FromInitials", m.category AS "Category", m.files_count AS "FilesCount",
    m.mail_message_id AS "MailMessageId"
  FROM contact_communication m WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id
  ORDER BY m.occurred_at DESC, m.id DESC LIMIT ${MAX_LATEST}`)

/** Returns categories that the contact is in (Category), by list and order. */
export const categoriesJson = (actions: Sql): Sql =>
  listJson(Prisma.sql`
  SELECT l.id AS "CategoryListId", l.type_id AS "CategoryTypeId", l.is_member_editable AS "IsMemberEditable",
    i.id AS "CategoryItemId", l.name AS "CategoryListName", i.name AS "Name", i.display_order AS "DisplayOrder",
    ${actions} AS "Actions"
  FROM contact_category k
  JOIN category_item i ON i.tenant_id = k.tenant_id AND i.id = k.item_id
  JOIN category_list l ON l.tenant_id = i.tenant_id AND l.id = i.list_id
  WHERE k.tenant_id = c.tenant_id AND k.contact_id = c.id
  ORDER BY lower(l.name), l.id, i.display_order, lower(i.name), i.id`)

/**
 * Returns the certifications of the contact (Certification), by name. A completed one past its validity has the status
 * expired, by the rule of certifications.model.ts.
 */
export const certificationsJson = (today: Sql, actions: Sql): Sql =>
  listJson(Prisma.sql`
  SELECT k.id AS "CertificationContactId", d.name AS "CertificationName",
    CASE WHEN k.status = 3 AND k.completed_date + make_interval(months => d.expires_in_months) < ${today}
      THEN 4 ELSE k.status END AS "Status",
    k.start_date AS "StartDate", k.completed_date AS "CompletedDate", k.hours_earned AS "HoursEarned",
    k.credits_earned AS "CreditsEarned", progress.percent || ' %' AS "Percentage",
    progress.percent AS "PercentComplete", d.completion_type_id AS "CertificationCompletionType",
    coalesce(d.document_template_id, 0) AS "DocumentGenerationTemplateId",
    json_build_object('RequireAdminReview', d.require_admin_review,
      'CertificationCompletionType', d.completion_type_id, 'ExpiresInMonths', d.expires_in_months) AS "ExtraOptions",
    d.setting_json AS "SettingJson", ${actions} AS "Actions"
  FROM contact_certification k
  JOIN certification d ON d.tenant_id = k.tenant_id AND d.id = k.certification_id
  CROSS JOIN LATERAL (SELECT CASE
      WHEN k.status IN (3, 4) THEN 100
      WHEN d.completion_type_id = 3 OR d.required_amount <= 0 THEN 0
      ELSE least(100, floor(100 * CASE d.completion_type_id WHEN 1 THEN k.hours_earned ELSE k.credits_earned END
        / d.required_amount))::integer END AS percent) progress
  WHERE k.tenant_id = c.tenant_id AND k.contact_id = c.id ORDER BY lower(d.name), k.id`)

/** Returns records of one kind (ContactRecordItem), the latest first. */
export const recordsJson = (kind: string, actions: Sql): Sql =>
  listJson(Prisma.sql`
  SELECT r.id AS "Id", r.audit_id AS "AuditId", r.name AS "Name", r.description AS "Description",
    r.status AS "Status", r.amount AS "Amount", r.start_date AS "StartDate", r.end_date AS "EndDate", r.url AS "Url",
    ${actions} AS "Actions"
  FROM contact_record r WHERE r.tenant_id = c.tenant_id AND r.contact_id = c.id AND r.kind = ${kind}::text
  ORDER BY r.start_date DESC NULLS LAST, r.id DESC`)

/** The part of the other side of a relationship of a contact, by the purpose of its type and the direction. */
type Relation = 'staff' | 'family' | 'parent' | 'child' | 'individual' | 'organization'

/**
 * Selects the contact's relationships from both sides, for a WITH query `related`: "other is <name> of contact", so
 * that in a hierarchy the other one is the parent.
 */
export const relatedSql = (tenantId: number, contactId: number): Sql => Prisma.sql`
  SELECT r.id, r.audit_id, r.contact_id, t.id AS type_id, o.id AS other_id, o.display_name, o.sort_name,
    o.system_type_id,
    CASE WHEN r.contact_id = ${contactId}::integer THEN t.name ELSE t.reverse_name END AS type_name,
    CASE WHEN t.purpose = 'staff' AND r.contact_id = ${contactId}::integer THEN 'staff'
      WHEN t.purpose = 'family' THEN 'family'
      WHEN t.purpose = 'hierarchy' AND o.system_type_id = 2 AND r.contact_id = ${contactId}::integer THEN 'parent'
      WHEN t.purpose = 'hierarchy' AND o.system_type_id = 2 THEN 'child'
      WHEN o.system_type_id = 2 THEN 'organization' ELSE 'individual' END AS relation
  FROM contact_relationship r
  JOIN contact_relationship_type t ON t.tenant_id = r.tenant_id AND t.id = r.type_id
  JOIN contact o ON o.tenant_id = r.tenant_id AND o.deleted_at IS NULL
    AND o.id = CASE WHEN r.contact_id = ${contactId}::integer THEN r.other_contact_id ELSE r.contact_id END
  WHERE r.tenant_id = ${tenantId}::integer
    AND (r.contact_id = ${contactId}::integer OR r.other_contact_id = ${contactId}::integer)`

/** Returns those of one relation as JSON (RelatedContact in the contract), by name. Requires `related`. */
export const relatedJson = (relation: Exclude<Relation, 'staff'>, actions: Sql): Sql =>
  listJson(Prisma.sql`
  SELECT x.id AS "ContactRelationshipId", x.other_id AS "ContactId", x.display_name AS "Name",
    x.system_type_id AS "SystemContactTypeId", x.type_id AS "ContactRelationshipTypeId", x.type_name AS "Type",
    ${actions} AS "Actions"
  FROM related x WHERE x.relation = ${relation}::text ORDER BY x.sort_name, x.id`)

/** Returns staff assigned to the contact as JSON (AssignedContact in the contract), by name. Requires `related`. */
export const assignedStaffJson = (actions: Sql): Sql =>
  listJson(Prisma.sql`
  SELECT x.id AS "ContactRelationshipId", x.audit_id AS "AuditId", x.contact_id AS "ContactId",
    x.other_id AS "StaffContactId", x.display_name AS "Name", x.type_id AS "ContactRelationshipTypeId",
    x.type_name AS "Type", ${actions} AS "Actions"
  FROM related x WHERE x.relation = 'staff' ORDER BY x.sort_name, x.id`)
