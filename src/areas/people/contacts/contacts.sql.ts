import { listJson, midnightJson } from '#kernel/database/json-sql'
import { type Param, type Params, shape } from '#kernel/database/shape'
import { contactOfChaptersSql } from '#kernel/tenancy/chapter-contacts'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { deletionBars, factSql } from './contact-facts.listing.ts'
import { hasSynchronizedMembershipSql, isSynchronizedSql } from './synchronized/synchronized.sql.ts'
import { type ValueList, valueLists } from './value-lists.model.ts'

/** Returns whether the caller has the right to change contacts. */
export const canWriteContacts = (scope: Scope): boolean => hasGrant(scope, 'contacts:write')

/**
 * Returns what the caller can do to the contact of row `c`, as JSON. The tenant's own organization can be neither
 * merged nor deleted. A contact that is in use (contacts.uses.ts and others) or has a balance cannot be deleted: the
 * row contains whether it is, except for the organizations of chapters and the participants of events. A contact that
 * comes from another tenant can be neither merged nor deleted; one with a membership from there is never the loser of a
 * merge.
 */
export const contactActionsSql = (scope: Scope): Sql => actionsSql(editableOf(scope), getActionValues(scope))

/** The contacts that the caller can change: none, all that it sees, or those of some chapters. */
export type Editable = 'none' | 'all' | 'some'

export const editableOf = (scope: Scope): Editable => {
  if (!canWriteContacts(scope)) return 'none'
  const { chapters } = scope
  return !chapters || chapters.editable.length === chapters.readable.length ? 'all' : 'some'
}

/** The values of actionsSql. */
export interface ActionValues {
  tenantId: number
  organizationContactId: number | null
  editableChapters: readonly number[]
  now: Date
}

export const getActionValues = ({ db, tenant, chapters, clock }: Scope): ActionValues => ({
  tenantId: db.tenantId,
  organizationContactId: tenant.organizationContactId,
  editableChapters: chapters?.editable ?? [],
  now: clock.now(),
})

const ofSource = (column: string): Sql => Prisma.sql`CASE WHEN c.source_connection_id IS NOT NULL THEN
  (SELECT ${Prisma.raw(column)} FROM connection n
    WHERE n.tenant_id = c.tenant_id AND n.id = c.source_connection_id AND n.deleted_at IS NULL) END`

/** The connection that synchronizes the contact of row `c`, and the name of its source; null if none does. */
export const sourceConnectionSql = ofSource('n.id')
export const sourceNameSql = ofSource('n.other_name')
export const SOURCE_COLUMNS = Prisma.sql`${sourceConnectionSql} AS "SourceConnectionId", ${sourceNameSql} AS "SourceTenantName"`

/** Whether the name of the contact of row `c` is read-only because of its source. */
export const hasFixedNameSql = Prisma.sql`coalesce(${ofSource(
  '(CASE c.system_type_id WHEN 1 THEN n.individual_parts ELSE n.business_parts END & 1) <> 0',
)}, false)`

/** Returns the fragment of contactActionsSql, for shapes. */
export const actionsSql = (editable: Editable, values: Params<ActionValues>): Sql =>
  ofEditable(
    editable,
    values,
    Prisma.sql`CASE WHEN c.id = ${values.organizationContactId}::integer
      OR ${isSynchronizedSql}
      THEN '["view","edit"]'::json
      ELSE to_json(ARRAY['view', 'edit'] || CASE WHEN ${hasSynchronizedMembershipSql} THEN '{}' ELSE ARRAY['merge'] END
      || CASE WHEN c.balance <> 0 OR c.is_staff OR c.has_membership OR (c.system_type_id = 2 AND EXISTS (SELECT FROM chapter h
        WHERE h.tenant_id = ${values.tenantId}::integer AND h.organization_id = c.id))
        OR ${barsSql(values)}
      THEN '{}' ELSE ARRAY['delete'] END) END`,
  )

const barsSql = (values: Params<ActionValues>): Sql =>
  Prisma.join(
    deletionBars.entries().map((bar) => bar(values, Prisma.sql`c.id`)),
    '\n        OR ',
  )

/** The ids of contacts, as expressions, that a caller must be able to change: that of row `c`, and others. */
type Changed = readonly [Sql, ...Sql[]]

const OWN: Changed = [Prisma.sql`c.id`]

/** Returns what the caller can do to a record that belongs to contacts, as JSON; by default to that of row `c`. */
export const partActionsSql = (scope: Scope, contacts: Changed = OWN, actions: Sql = CHANGE): Sql =>
  ofEditable(editableOf(scope), getActionValues(scope), actions, contacts)

/** Returns what the caller can do to a relation of the contact of row `c` that has no fields, as JSON. */
export const relationActionsSql = (scope: Scope): Sql =>
  partActionsSql(scope, OWN, Prisma.sql`'["view","delete"]'::json`)

const VIEW = Prisma.sql`'["view"]'::json`
const CHANGE = Prisma.sql`'["view","edit","delete"]'::json`

// A caller that can change only some of the chapters that it reads can only view the contacts of the others.
const ofEditable = (
  editable: Editable,
  { tenantId, editableChapters }: Params<ActionValues>,
  actions: Sql,
  contacts: Changed = OWN,
): Sql => {
  if (editable === 'none') return VIEW
  if (editable === 'all') return actions
  const conditions = contacts.map((id) => contactOfChaptersSql(id, tenantId, editableChapters))
  return Prisma.sql`CASE WHEN ${Prisma.join(conditions, ' AND ')} THEN ${actions} ELSE ${VIEW} END`
}

/** Returns those of the contacts that a caller can change; null if it can change all that it reads. */
export const editableContactsSql = (scope: Scope, contactIds: readonly number[]): Sql | null => {
  const { chapters, db } = scope
  if (!chapters || chapters.editable.length === chapters.readable.length) return null
  return Prisma.sql`SELECT w.id FROM unnest(${[...contactIds]}::integer[]) AS w(id)
    WHERE ${contactOfChaptersSql(Prisma.sql`w.id`, db.tenantId, chapters.editable)}`
}

/** Returns today in the tenant's time zone, as an expression of type date. */
export const tenantDaySql = (scope: Pick<Scope, 'clock' | 'tenant'>): Sql => daySql(getDayValues(scope))

/** The values of daySql. */
export interface DayValues {
  /** RFC 3339. */
  now: string
  timeZone: string
}

export const getDayValues = ({ clock, tenant }: Pick<Scope, 'clock' | 'tenant'>): DayValues => ({
  now: clock.now().toISOString(),
  timeZone: tenant.timeZone,
})

/** Returns the day of a time in a time zone, as an expression of type date. */
export const daySql = ({ now, timeZone }: Params<DayValues>): Sql =>
  Prisma.sql`(${now}::timestamptz AT TIME ZONE ${timeZone}::text)::date`

/** Returns the name of an id of a value list as an expression; null for an id that the list does not contain. */
export const nameSql = (list: ValueList, id: Sql): Sql => {
  const whens = Object.entries(valueLists[list]).map(([key, name]) => `WHEN ${key} THEN '${name}'`)
  return Prisma.sql`CASE ${id} ${Prisma.raw(whens.join(' '))} END`
}

/**
 * The primary contact of row `c`; null if it is deleted: then the row has no name for it. As text, so that it can be part
 * of generated columns.
 */
export const PRIMARY_CONTACT_ID = 'CASE WHEN c.primary_contact_name IS NOT NULL THEN c.primary_contact_id END'

/** Returns the condition over row `c` that the contact exists and is not deleted. */
export const isContactSql = (tenantId: Param<number>, contactId: Param<number>): Sql =>
  Prisma.sql`c.tenant_id = ${tenantId}::integer AND c.id = ${contactId}::integer AND c.deleted_at IS NULL`

/** The change feed as JSON text, after a time (RFC 3339): see contact_changes in the migrations. */
export const changesSql = shape<{ modifiedSince: string; top: number }>(
  ({ modifiedSince, top }) =>
    Prisma.sql`SELECT contact_changes(${modifiedSince}::timestamptz, ${top}::integer) AS json`,
)

/** Selects one list of a contact as JSON text. No row if the contact does not exist. */
export const partSql = (tenantId: number, contactId: number, part: Sql): Sql =>
  Prisma.sql`SELECT ${part}::text AS json FROM contact c WHERE ${isContactSql(tenantId, contactId)}`

/** Selects what a contact owes, as text with two decimals. */
export const contactBalanceSql = (tenantId: number, contactId: number): Sql => Prisma.sql`
  SELECT ${factSql('balance')}::text AS balance FROM contact c
  WHERE c.tenant_id = ${tenantId} AND c.id = ${contactId}`

const typeName = (list: ValueList): Sql => nameSql(list, Prisma.sql`t.type_id`)

/**
 * Emails, phones and websites of the contact of row `c` in one list (ContactInfo in the contract): by kind, the primary
 * one of each first, then in the order of entry.
 */
export const contactInfosSql: Sql = listJson(Prisma.sql`
  SELECT i."Kind", i."Id", i."Value", i."TypeId", i."Type", i."IsPrimary", i."Status", i."Extension",
    i."IsUnpublished", false AS "isDeleted"
  FROM (
    SELECT 1 AS position, 'email' AS "Kind", t.id AS "Id", t.address AS "Value", t.type_id AS "TypeId",
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
  ) i ORDER BY i.position, i."IsPrimary" DESC, i."Id"`)

/**
 * Returns roles of the contact of row `c` at organizations (PersonRole in the contract), current ones first.
 *
 * @param today the day in the tenant's time zone.
 */
export const personRolesSql = (today: Sql): Sql =>
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

export const websitesSql: Sql = listJson(Prisma.sql`
  SELECT w.id AS "Id", w.url AS "Name", json_build_object('WebAddressTypeId', w.type_id) AS "ExtraData"
  FROM contact_website w WHERE w.tenant_id = c.tenant_id AND w.contact_id = c.id
  ORDER BY (w.id = c.primary_website_id) IS TRUE DESC, w.id`)

export const emailsSql: Sql = listJson(Prisma.sql`
  SELECT e.id AS "Id", e.address AS "Name", e.type_id AS "EmailAddressTypeId"
  FROM contact_email e WHERE e.tenant_id = c.tenant_id AND e.contact_id = c.id
  ORDER BY (e.id = c.primary_email_id) IS TRUE DESC, e.id`)

export const addressesSql: Sql = listJson(Prisma.sql`
  SELECT u.id AS "ContactAddressId", a.address1 AS "Address1", a.address2 AS "Address2", a.city AS "City",
    a.state_province AS "StateProvince", a.postal_code AS "PostalCode", coalesce(a.country_id, 0) AS "CountryId",
    u.id AS "Id",
    nullif(concat_ws(', ', nullif(a.address1, ''), nullif(a.address2, ''),
      nullif(concat_ws(' ', a.postal_code, a.city), ''), nullif(a.state_province, ''), y.name), '') AS "Name"
  FROM contact_address u JOIN address a ON a.tenant_id = u.tenant_id AND a.id = u.address_id
  LEFT JOIN country y ON y.id = a.country_id
  WHERE u.tenant_id = c.tenant_id AND u.contact_id = c.id
  ORDER BY (u.id = c.primary_address_id) IS TRUE DESC, u.id`)

export const countriesSql: Sql = Prisma.sql`SELECT id, alpha2, name FROM country`
