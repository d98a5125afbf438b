import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A row of parentsSql. */
export interface ParentRow {
  /** The contact that belongs to the organization. */
  contactId: number
  id: number
  name: string
  nationalId: number | null
}

/** Selects the organizations of roles and the parent organizations of contacts, without deleted ones. */
export const parentsSql = (tenantId: number, contactIds: readonly number[]): Sql => Prisma.sql`
  SELECT x.contact_id AS "contactId", o.id, o.display_name AS name, o.national_id AS "nationalId"
  FROM (
    SELECT contact_id, organization_id AS id FROM contact_role
    WHERE tenant_id = ${tenantId} AND contact_id = ANY (${[...contactIds]}::int[])
    UNION SELECT contact_id, other_contact_id FROM contact_relationship
    WHERE tenant_id = ${tenantId} AND contact_id = ANY (${[...contactIds]}::int[])
  ) x JOIN contact o ON o.tenant_id = ${tenantId} AND o.id = x.id AND o.system_type_id = 2 AND o.deleted_at IS NULL`

/** Selects the contacts that changed since a time and have a number at the national body, after an id. */
export const changedNationalSql = (tenantId: number, since: Date, after: number, take: number): Sql => Prisma.sql`
  SELECT id FROM contact WHERE tenant_id = ${tenantId} AND modified_at >= ${since}::timestamptz
    AND national_id IS NOT NULL AND id > ${after}::int ORDER BY id LIMIT ${take}::int`

/** Selects the people of an organization that have a number at the national body, after an id. */
export const nationalPeopleSql = (
  tenantId: number,
  organizationId: number,
  after: number,
  take: number,
): Sql => Prisma.sql`
  SELECT DISTINCT r.contact_id AS id FROM contact_role r
  JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id AND c.national_id IS NOT NULL
  WHERE r.tenant_id = ${tenantId} AND r.organization_id = ${organizationId}::int AND r.contact_id > ${after}::int
  ORDER BY id LIMIT ${take}::int`

/**
 * Selects what the history of a contact records since a version: each name with the time of its latest change. A merge
 * gives the contact other values, so that earlier changes do not count. A deletion lists the last values, and edits none.
 */
export const contactEditsSql = (tenantId: number, contactId: number, afterVersion: number): Sql => Prisma.sql`
  SELECT k.name, max(a.at) AS at FROM audit_entry a,
    jsonb_object_keys(CASE jsonb_typeof(a.changes) WHEN 'object' THEN a.changes ELSE '{}' END) AS k (name)
  WHERE a.tenant_id = ${tenantId} AND a.entity = 'contact' AND a.entity_id = ${contactId}::int
    AND a.audit_id > ${afterVersion}::int AND a.action <> 'deleted'
    AND a.audit_id >= coalesce((SELECT max(m.audit_id) FROM audit_entry m
      WHERE m.tenant_id = ${tenantId} AND m.entity = 'contact' AND m.entity_id = ${contactId}::int
        AND m.audit_id > ${afterVersion}::int AND m.action = 'merged'), 0)
  GROUP BY k.name`
