import { type Params, shape } from '#kernel/database/shape'
import { lockClause } from '#kernel/tenancy/contact-locks'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { factSql } from '../contact-facts.listing.ts'
import {
  columnsOf,
  ENTERED_COLUMNS,
  LISTS,
  type NumberedTable,
  RECORD_LISTS,
  type RecordList,
} from './columns.model.ts'
import type { ContactRecords } from './records.model.ts'

/** A row of contactRecordsSql: the records as JSON. */
export interface StoredRecords {
  records: ContactRecords
}

const objectOf = (alias: string, columns: readonly string[]): string =>
  `json_build_object(${columns.map((column) => `'${column}', ${alias}.${column}`).join(', ')})`

/** The conditions on the rows of a list, if the contact does not decide it. */
const FILTERS: Partial<Record<RecordList, string>> = {
  places:
    't.id IN (SELECT u.address_id FROM contact_address u WHERE u.tenant_id = c.tenant_id AND u.contact_id = c.id)',
  parents: `t.contact_id = c.id AND t.type_id IN (
    SELECT y.id FROM contact_relationship_type y WHERE y.tenant_id = c.tenant_id AND y.purpose = 'hierarchy')`,
}

/** The lists of the contact of row `c` as JSON, each with its oldest row first. */
const LIST_COLUMNS = Prisma.raw(
  RECORD_LISTS.map(
    (list) => `'${list}', (SELECT coalesce(json_agg(${objectOf('t', columnsOf(list))} ORDER BY t.id), '[]'::json)
      FROM ${LISTS[list].table} t WHERE t.tenant_id = c.tenant_id AND ${FILTERS[list] ?? 't.contact_id = c.id'})`,
  ).join(', '),
)

const ENTERED_OBJECT = Prisma.raw(objectOf('c', ENTERED_COLUMNS))

/** Counts relationships to contacts that are not deleted, of the types that have a parent and a child side. */
const related = (own: string, other: string): Sql =>
  Prisma.raw(`(SELECT count(*)::int FROM contact_relationship r
    JOIN contact_relationship_type y ON y.tenant_id = r.tenant_id AND y.id = r.type_id
    JOIN contact o ON o.tenant_id = r.tenant_id AND o.id = r.${other} AND o.deleted_at IS NULL
    WHERE r.tenant_id = c.tenant_id AND r.${own} = c.id
      AND y.purpose IN ('family', 'hierarchy') AND y.name <> y.reverse_name)`)

/** Counts roles of an individual, or at an organization, whose other side is not deleted. */
const rolesOf = (own: string, other: string): Sql =>
  Prisma.raw(`(SELECT count(*)::int FROM contact_role r
    JOIN contact o ON o.tenant_id = r.tenant_id AND o.id = r.${other} AND o.deleted_at IS NULL
    WHERE r.tenant_id = c.tenant_id AND r.${own} = c.id)`)

/** Returns statuses of an organization's memberships that also count for its people, as jsonb. */
const coveringStatuses = (organization: Sql): Sql => Prisma.sql`(
  SELECT coalesce(jsonb_agg(DISTINCT m.status), '[]'::jsonb) FROM membership m
  JOIN membership_type y ON y.tenant_id = m.tenant_id AND y.id = m.type_id AND y.covers_people
  WHERE m.tenant_id = ${organization}.tenant_id AND m.contact_id = ${organization}.id)`

const surroundingsSql = (): Sql => Prisma.sql`json_build_object(
  'categoryName', (SELECT i.name FROM contact_category k
    JOIN category_item i ON i.tenant_id = k.tenant_id AND i.id = k.item_id
    WHERE k.tenant_id = c.tenant_id AND k.contact_id = c.id ORDER BY i.display_order, i.name COLLATE "C", i.id LIMIT 1),
  'primaryContactName', (SELECT p.display_name FROM contact p
    WHERE p.tenant_id = c.tenant_id AND p.id = c.primary_contact_id AND p.deleted_at IS NULL),
  'organizations', (SELECT coalesce(json_agg(DISTINCT jsonb_build_object('id', o.id, 'name', o.display_name,
      'covering', ${coveringStatuses(Prisma.sql`o`)})), '[]'::json)
    FROM contact_role r JOIN contact o ON o.tenant_id = r.tenant_id AND o.id = r.organization_id
    WHERE r.tenant_id = c.tenant_id AND r.contact_id = c.id AND o.deleted_at IS NULL),
  'roleCount', CASE WHEN c.system_type_id = 1
    THEN ${rolesOf('contact_id', 'organization_id')}
    ELSE ${rolesOf('organization_id', 'contact_id')} + ${rolesOf('contact_id', 'organization_id')} END,
  'parentCount', ${related('contact_id', 'other_contact_id')},
  'childCount', ${related('other_contact_id', 'contact_id')},
  'balance', ${factSql('balance')}::text,
  'isStaff', EXISTS (SELECT FROM staff s WHERE s.tenant_id = c.tenant_id AND s.contact_id = c.id),
  'hasMembership', ${factSql('hasMembership')},
  'membershipStatuses', (SELECT coalesce(json_agg(DISTINCT m.status), '[]'::json) FROM membership m
    WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id))`

/** Returns contacts with all their records, deleted ones included, ordered by id. Leaves out ids that do not exist. */
export const contactRecordsSql = (tenantId: number, ids: readonly number[]): Sql => contactRecords({ tenantId, ids })

interface ContactIds {
  tenantId: number
  ids: readonly number[]
}

const contactRecords = shape<ContactIds>(
  ({ tenantId, ids }) => Prisma.sql`
  SELECT json_build_object(
    'id', c.id, 'auditId', c.audit_id, 'isDeleted', c.deleted_at IS NOT NULL, 'mergedIntoId', c.merged_into_id,
    'entered', ${ENTERED_OBJECT}, ${LIST_COLUMNS}, 'surroundings', ${surroundingsSql()}) AS records
  FROM contact c WHERE c.tenant_id = ${tenantId} AND c.id = ANY(${ids}::int[]) ORDER BY c.id`,
)

/** A row of lockContactsSql. */
export interface LockedContact {
  id: number
  auditId: number
  systemTypeId: 1 | 2
  isDeleted: boolean
  /** Whether lists do not contain it; see Contact.isUnmatched. */
  isUnmatched: boolean
  displayName: string
  primaryContactId: number | null
}

/** @param mayWait see lockContactRows. */
export const lockContactsSql = (tenantId: number, ids: readonly number[], mayWait: boolean): Sql =>
  (mayWait ? lockContacts : lockFreeContacts)({ tenantId, ids })

const lockedColumns = ({ tenantId, ids }: Params<ContactIds>): Sql => Prisma.sql`
  SELECT id, audit_id AS "auditId", system_type_id AS "systemTypeId", deleted_at IS NOT NULL AS "isDeleted",
    is_unmatched AS "isUnmatched", display_name AS "displayName", primary_contact_id AS "primaryContactId"
  FROM contact WHERE tenant_id = ${tenantId} AND id = ANY(${ids}::int[]) ORDER BY id`

const lockContacts = shape<ContactIds>((of) => Prisma.sql`${lockedColumns(of)} ${lockClause('no key update')}`)
const lockFreeContacts = shape<ContactIds>(
  (of) => Prisma.sql`${lockedColumns(of)} ${lockClause('no key update', false)}`,
)

/** Locks the postal addresses that a contact uses: others can use and change them too. */
export const lockAddressesSql = (tenantId: number, contactId: number): Sql => Prisma.sql`
  SELECT a.id FROM address a WHERE a.tenant_id = ${tenantId} AND a.id IN (
    SELECT u.address_id FROM contact_address u WHERE u.tenant_id = ${tenantId} AND u.contact_id = ${contactId})
  ORDER BY a.id FOR NO KEY UPDATE`

/** Ids of other records that a draft references. */
export interface ReferencedIds {
  contactIds: number[]
  /** Organizations of roles. */
  employerIds: number[]
  roleTypeIds: number[]
  sharedAddressIds: number[]
  needsParentType: boolean
}

/** A row of referencesSql. */
export interface FoundReferences {
  employers: { id: number; covering: string[] }[]
  roleTypes: number[]
  places: ContactRecords['places']
  parentType: number | null
}

/** Selects what a draft references besides contacts. The foreign key of the row that uses a postal address locks it. */
export const referencesSql = (
  tenantId: number,
  { employerIds, roleTypeIds, sharedAddressIds }: ReferencedIds,
): Sql => Prisma.sql`SELECT
    (SELECT coalesce(json_agg(json_build_object('id', o.id, 'covering', ${coveringStatuses(Prisma.sql`o`)})), '[]'::json)
      FROM contact o WHERE o.tenant_id = ${tenantId} AND o.id = ANY(${employerIds}::int[])) AS employers,
    array(SELECT id FROM contact_role_type WHERE tenant_id = ${tenantId} AND id = ANY(${roleTypeIds}::int[])) AS "roleTypes",
    (SELECT coalesce(json_agg(${Prisma.raw(objectOf('a', columnsOf('places')))}), '[]'::json) FROM address a
      WHERE a.tenant_id = ${tenantId} AND a.id = ANY(${sharedAddressIds}::int[])) AS places,
    (SELECT id FROM contact_relationship_type
      WHERE tenant_id = ${tenantId} AND purpose = 'hierarchy' AND name <> reverse_name ORDER BY id LIMIT 1) AS "parentType"`

/** Returns the next ids of tables, one column for each table. */
export const nextIdsSql = (tenantId: number, counts: readonly [table: NumberedTable, count: number][]): Sql => {
  const columns = counts.map(
    ([table, count]) =>
      Prisma.sql`array(SELECT next_id(${tenantId}::int, ${Prisma.raw(`'${table}_id_seq'`)})::int
        FROM generate_series(1, ${count}::int)) AS ${Prisma.raw(table)}`,
  )
  return Prisma.sql`SELECT ${Prisma.join(columns)}`
}

/** Returns the contacts whose rows show or count any of these: by roles, by relationships, and as primary contact. */
export const neighborsSql = (tenantId: number, ids: readonly number[]): Sql => {
  const these = Prisma.sql`ANY(${[...ids]}::int[])`
  return Prisma.sql`
    SELECT id FROM contact WHERE tenant_id = ${tenantId} AND primary_contact_id = ${these}
    UNION SELECT contact_id FROM contact_role WHERE tenant_id = ${tenantId} AND organization_id = ${these}
    UNION SELECT organization_id FROM contact_role WHERE tenant_id = ${tenantId} AND contact_id = ${these}
    UNION SELECT contact_id FROM contact_relationship WHERE tenant_id = ${tenantId} AND other_contact_id = ${these}
    UNION SELECT other_contact_id FROM contact_relationship WHERE tenant_id = ${tenantId} AND contact_id = ${these}`
}

/** Returns the contacts whose rows show the name of any of these: of their organization or of their primary contact. */
export const namedBySql = (tenantId: number, ids: readonly number[]): Sql => namedBy({ tenantId, ids })

const namedBy = shape<ContactIds>(
  ({ tenantId, ids }) => Prisma.sql`
  SELECT id FROM contact WHERE tenant_id = ${tenantId} AND primary_contact_id = ANY(${ids}::int[])
  UNION
  SELECT contact_id FROM contact_role WHERE tenant_id = ${tenantId} AND organization_id = ANY(${ids}::int[])`,
)

/**
 * Selects whether a contact is an ancestor of one of the organizations that are to become its parents, or one of them.
 */
export const newCycleSql = (tenantId: number, contactId: number, parentIds: readonly number[]): Sql => Prisma.sql`
  WITH RECURSIVE above AS (
    SELECT unnest(${[...parentIds]}::int[]) AS id
    UNION
    SELECT r.other_contact_id FROM above
    JOIN contact_relationship r ON r.tenant_id = ${tenantId} AND r.contact_id = above.id
    JOIN contact_relationship_type y ON y.tenant_id = r.tenant_id AND y.id = r.type_id AND y.purpose = 'hierarchy'
  ) SELECT ${contactId}::int IN (SELECT id FROM above) AS "isCycle"`

/** Selects whether a contact is an ancestor of itself in a stored hierarchy or family. */
export const storedCycleSql = (tenantId: number, contactId: number): Sql => Prisma.sql`
  WITH RECURSIVE edge AS (
    SELECT r.contact_id, r.other_contact_id, y.purpose FROM contact_relationship r
    JOIN contact_relationship_type y ON y.tenant_id = r.tenant_id AND y.id = r.type_id
    WHERE r.tenant_id = ${tenantId} AND y.purpose IN ('hierarchy', 'family') AND y.name <> y.reverse_name
  ), above AS (
    SELECT other_contact_id AS id, purpose FROM edge WHERE contact_id = ${contactId}
    UNION
    SELECT e.other_contact_id, e.purpose FROM above JOIN edge e ON e.contact_id = above.id AND e.purpose = above.purpose
  ) SELECT ${contactId}::int IN (SELECT id FROM above) AS "isCycle"`

/** Takes the id of a new contact and puts it into the first of the caller's editable chapters. */
export const newChapterContactSql = (tenantId: number): Sql =>
  Prisma.sql`SELECT new_chapter_contact(${tenantId}::integer) AS id`

/**
 * Selects the next contacts with a role whose first day, or whose first day after it ended, is in the span. Includes
 * the day before the span: a save that was running at midnight may have used that day.
 */
export const roleTurnsSql = (
  tenantId: number,
  { since, today }: { since: string; today: string },
  after: number,
  take: number,
): Sql => Prisma.sql`
  SELECT contact_id AS id FROM contact_role
  WHERE tenant_id = ${tenantId}::integer AND start_date >= ${since}::date AND start_date <= ${today}::date
    AND contact_id > ${after}::integer
  UNION
  SELECT contact_id FROM contact_role
  WHERE tenant_id = ${tenantId}::integer AND end_date >= ${since}::date - 1 AND end_date < ${today}::date
    AND contact_id > ${after}::integer
  ORDER BY id LIMIT ${take}::integer`
