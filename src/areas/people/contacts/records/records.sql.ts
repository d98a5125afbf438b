import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type ContactRecords, ENTERED_COLUMNS } from './records.model.ts'

/** A row of contactRecordsSql: the records as JSON. */
export interface RecordsAnswer {
  records: ContactRecords
}

const entered = Prisma.raw(ENTERED_COLUMNS.map((column) => `'${column}', c.${column}`).join(', '))

/** Rows of a child table as JSON, oldest first. Table and filter are of this file. */
const rowsOf = (table: string, columns: string, filter = 't.contact_id = c.id'): Sql =>
  Prisma.raw(
    `(SELECT coalesce(json_agg(json_build_object(${columns
      .split(' ')
      .map((column) => `'${column}', t.${column}`)
      .join(', ')}) ORDER BY t.id), '[]'::json) FROM ${table} t WHERE t.tenant_id = c.tenant_id AND ${filter})`,
  )

const EMAILS = rowsOf('contact_email', 'id contact_id address address_key type_id status is_unpublished')
const PHONES = rowsOf('contact_phone', 'id contact_id number e164 extension type_id is_unpublished')
const WEBSITES = rowsOf('contact_website', 'id contact_id url type_id is_unpublished')
const ADDRESSES = rowsOf(
  'contact_address',
  'id audit_id contact_id address_id type_id usage_flag_id note is_unpublished',
)
const PLACES = rowsOf(
  'address',
  'id audit_id source_contact_id address1 address2 city state_province postal_code country_id',
  't.id IN (SELECT u.address_id FROM contact_address u WHERE u.tenant_id = c.tenant_id AND u.contact_id = c.id)',
)
const ROLES = rowsOf(
  'contact_role',
  'id audit_id contact_id organization_id role_type_id title start_date end_date display_on_web',
)
const DESIGNATIONS = rowsOf('contact_designation', 'id contact_id code name display_order')
const PARENTS = rowsOf(
  'contact_relationship',
  'id audit_id contact_id other_contact_id type_id',
  `t.contact_id = c.id AND t.type_id IN (
    SELECT y.id FROM contact_relationship_type y WHERE y.tenant_id = c.tenant_id AND y.purpose = 'hierarchy')`,
)

/** Relationships with somebody who is not deleted, under a type with an upper and a lower side. */
const related = (own: string, other: string): Sql =>
  Prisma.raw(`(SELECT count(*)::int FROM contact_relationship r
    JOIN contact_relationship_type y ON y.tenant_id = r.tenant_id AND y.id = r.type_id
    JOIN contact o ON o.tenant_id = r.tenant_id AND o.id = r.${other} AND o.deleted_at IS NULL
    WHERE r.tenant_id = c.tenant_id AND r.${own} = c.id
      AND y.purpose IN ('family', 'hierarchy') AND y.name <> y.reverse_name)`)

/** Roles of an individual, or at an organization, whose other side is not deleted. */
const rolesOf = (own: string, other: string): Sql =>
  Prisma.raw(`(SELECT count(*)::int FROM contact_role r
    JOIN contact o ON o.tenant_id = r.tenant_id AND o.id = r.${other} AND o.deleted_at IS NULL
    WHERE r.tenant_id = c.tenant_id AND r.${own} = c.id)`)

/** Statuses of an organization's memberships that count for its people, as jsonb. */
export const coveringStatuses = (organization: Sql): Sql => Prisma.sql`(
  SELECT coalesce(jsonb_agg(DISTINCT m.status), '[]'::jsonb) FROM membership m
  JOIN membership_type y ON y.tenant_id = m.tenant_id AND y.id = m.type_id AND y.covers_people
  WHERE m.tenant_id = ${organization}.tenant_id AND m.contact_id = ${organization}.id)`

const SURROUNDINGS = Prisma.sql`json_build_object(
  'category_name', (SELECT i.name FROM contact_category k
    JOIN category_item i ON i.tenant_id = k.tenant_id AND i.id = k.item_id
    WHERE k.tenant_id = c.tenant_id AND k.contact_id = c.id ORDER BY i.display_order, i.name COLLATE "C", i.id LIMIT 1),
  'primary_contact_name', (SELECT p.display_name FROM contact p
    WHERE p.tenant_id = c.tenant_id AND p.id = c.primary_contact_id AND p.deleted_at IS NULL),
  'organizations', (SELECT coalesce(json_agg(DISTINCT jsonb_build_object('id', o.id, 'name', o.display_name,
      'covering', ${coveringStatuses(Prisma.sql`o`)})), '[]'::json)
    FROM contact_role r JOIN contact o ON o.tenant_id = r.tenant_id AND o.id = r.organization_id
    WHERE r.tenant_id = c.tenant_id AND r.contact_id = c.id AND o.deleted_at IS NULL),
  'role_count', CASE WHEN c.system_type_id = 1
    THEN ${rolesOf('contact_id', 'organization_id')} ELSE ${rolesOf('organization_id', 'contact_id')} END,
  'parent_count', ${related('contact_id', 'other_contact_id')},
  'child_count', ${related('other_contact_id', 'contact_id')},
  'balance', (SELECT coalesce(sum(e.amount), 0)::numeric(14, 2)::text FROM receivable_entry e
    WHERE e.tenant_id = c.tenant_id AND e.contact_id = c.id),
  'is_staff', EXISTS (SELECT FROM staff s WHERE s.tenant_id = c.tenant_id AND s.contact_id = c.id),
  'membership_statuses', (SELECT coalesce(json_agg(DISTINCT m.status), '[]'::json) FROM membership m
    WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id))`

/** Contacts with all their records, deleted ones too, ordered by id; ids that do not exist are left out. */
export const contactRecordsSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT json_build_object(
    'id', c.id, 'audit_id', c.audit_id, 'is_deleted', c.deleted_at IS NOT NULL, 'merged_into_id', c.merged_into_id,
    'entered', json_build_object(${entered}),
    'emails', ${EMAILS}, 'phones', ${PHONES}, 'websites', ${WEBSITES}, 'addresses', ${ADDRESSES}, 'places', ${PLACES},
    'roles', ${ROLES}, 'designations', ${DESIGNATIONS}, 'parents', ${PARENTS},
    'surroundings', ${SURROUNDINGS}) AS records
  FROM contact c WHERE c.tenant_id = ${tenantId} AND c.id = ANY(${[...ids]}::int[]) ORDER BY c.id`

/** A row of lockContactsSql. */
export interface LockedContact {
  id: number
  audit_id: number
  system_type_id: 1 | 2
  is_deleted: boolean
  display_name: string
  primary_contact_id: number | null
}

/**
 * Locks contacts against changes by others, in the order of their ids. Counts and names that are derived afterwards
 * in a statement of its own see all that others have committed.
 */
export const lockContactsSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT id, audit_id, system_type_id, deleted_at IS NOT NULL AS is_deleted, display_name, primary_contact_id
  FROM contact WHERE tenant_id = ${tenantId} AND id = ANY(${[...ids]}::int[]) ORDER BY id FOR NO KEY UPDATE`

/** Locks the places that a contact uses: others may use and change them too. */
export const lockPlacesSql = (tenantId: number, contactId: number): Sql => Prisma.sql`
  SELECT a.id FROM address a WHERE a.tenant_id = ${tenantId} AND a.id IN (
    SELECT u.address_id FROM contact_address u WHERE u.tenant_id = ${tenantId} AND u.contact_id = ${contactId})
  ORDER BY a.id FOR NO KEY UPDATE`
