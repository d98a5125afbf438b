import { listJson } from '#kernel/database/json-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** What the other side of a relationship is to a contact, by the purpose of its kind and the direction. */
export type Relation = 'staff' | 'family' | 'parent' | 'child' | 'individual' | 'organization'

/**
 * The contact's relationships from whichever side, for a WITH query `related`: "other is <name> of contact", so that
 * under a hierarchy the other one is the parent.
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

/** Those of one relation as JSON (RelatedContact in the contract), by name. Needs `related`. */
export const relatedJson = (relation: Exclude<Relation, 'staff'>, actions: Sql): Sql =>
  listJson(Prisma.sql`
  SELECT x.id AS "ContactRelationshipId", x.other_id AS "ContactId", x.display_name AS "Name",
    x.system_type_id AS "SystemContactTypeId", x.type_id AS "ContactRelationshipTypeId", x.type_name AS "Type",
    ${actions} AS "Actions"
  FROM related x WHERE x.relation = ${relation}::text ORDER BY x.sort_name, x.id`)

/** Staff who look after the contact as JSON (AssignedContact in the contract), by name. Needs `related`. */
export const assignedStaffJson = (actions: Sql): Sql =>
  listJson(Prisma.sql`
  SELECT x.id AS "ContactRelationshipId", x.audit_id AS "AuditId", x.contact_id AS "ContactId",
    x.other_id AS "StaffContactId", x.display_name AS "Name", x.type_id AS "ContactRelationshipTypeId",
    x.type_name AS "Type", ${actions} AS "Actions"
  FROM related x WHERE x.relation = 'staff' ORDER BY x.sort_name, x.id`)
