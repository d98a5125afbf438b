import type { ContactFact, ContactList } from '#areas/people/contacts/contact-facts.listing'
import { foundContactsSql } from '#areas/people/contacts/contacts.listing'
import { MembershipListRow } from '#contract/people/memberships'
import { listJson } from '#kernel/database/json-sql'
import { type Columns, columnsOf, pickFields } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { addFields, type ListField, type Listing } from '#kernel/listing/listing'
import { contactOfChaptersSql } from '#kernel/tenancy/chapter-contacts'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { CsvFile } from '#services/csv/list-csv'
import { renewingInsteadSql } from './overlaps.sql.ts'
import { STATUSES } from './statuses/statuses.model.ts'
import { MAX_MONTHS_AHEAD } from './terms/terms.model.ts'

const id = Prisma.sql`m.id`
const status = Prisma.sql`m.status`
/** Returns the field of a day that can be null: such rows come first. */
const day = (sql: Sql): ListField => ({
  type: 'date',
  sql,
  // The expression of the indexes membership_by_expiration, _start and _renewal.
  order: [{ type: 'date', sql: Prisma.sql`CASE WHEN ${sql} IS NULL THEN '-infinity'::date ELSE ${sql} END` }],
})

// Used only by filters and orders, so that no page and no total joins another table.
const holderName = Prisma.sql`(SELECT c.display_name FROM contact c
  WHERE c.tenant_id = m.tenant_id AND c.id = m.contact_id)`
const typeName = Prisma.sql`(SELECT y.name FROM membership_type y WHERE y.tenant_id = m.tenant_id AND y.id = m.type_id)`
const levelName = Prisma.sql`(SELECT y.name FROM membership_level y
  WHERE y.tenant_id = m.tenant_id AND y.id = m.level_id)`

/** The memberships of contacts that are not deleted, ended ones included. */
export const membershipListing: Listing = {
  from: Prisma.sql`membership m`,
  row: MembershipListRow,
  tenant: Prisma.sql`m.tenant_id`,
  id,
  contact: Prisma.sql`m.contact_id`,
  listed: Prisma.sql`m.is_listed`,
  defaultOrder: 'MembershipId',
  fields: {
    MembershipId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`m.audit_id`),
    ContactId: valueField('integer', Prisma.sql`m.contact_id`),
    ContactName: {
      type: 'text',
      sql: holderName,
      order: [{ type: 'text', sql: Prisma.sql`m.holder_sort_name` }],
    },
    SystemContactTypeId: valueField('integer', Prisma.sql`m.holder_type_id`),
    MembershipTypeId: valueField('integer', Prisma.sql`m.type_id`),
    MembershipType: optionalField('text', typeName),
    LevelId: optionalField('integer', Prisma.sql`m.level_id`),
    Level: optionalField('text', levelName),
    Status: valueField('text', status),
    JoinedDate: valueField('date', Prisma.sql`m.joined_on`),
    StartDate: day(Prisma.sql`m.start_date`),
    ExpirationDate: day(Prisma.sql`m.expiration_date`),
    RenewalDate: day(Prisma.sql`m.renewal_date`),
    Amount: valueField('money', Prisma.sql`m.amount`),
    Balance: valueField('money', Prisma.sql`m.balance`),
    AutoRenew: valueField('boolean', Prisma.sql`m.auto_renew`),
  },
  search: (tenantId, text) => {
    const contacts = foundContactsSql(tenantId, text)
    if (contacts === null) return null
    return {
      found: Prisma.sql`SELECT h.id FROM membership h JOIN (${contacts}) s ON s.id = h.contact_id
        WHERE h.tenant_id = ${tenantId}::integer`,
    }
  },
  totals: { values: { Status: STATUSES }, bucket: ({ Status }) => `membership:${Status}` },
}

const HAS_WAITING_TERM = Prisma.sql`EXISTS (SELECT FROM membership_term w WHERE w.tenant_id = m.tenant_id
  AND w.membership_id = m.id AND w.activated_at IS NULL AND w.voided_at IS NULL)`

const VIEW = Prisma.sql`'["view"]'::json`
const VIEW_AND_EDIT = Prisma.sql`'["view","edit"]'::json`

/** Whether the contact has another membership of the type, which has not ended or is about to be reinstated. */
const HAS_OTHER = Prisma.sql`EXISTS (SELECT FROM membership o WHERE o.tenant_id = m.tenant_id
  AND o.contact_id = m.contact_id AND o.type_id + 0 = m.type_id AND o.id <> m.id
  AND ((o.cancelled_on IS NULL AND o.dropped_on IS NULL) OR EXISTS (SELECT FROM membership_term w
    WHERE w.tenant_id = o.tenant_id AND w.membership_id = o.id AND w.activated_at IS NULL AND w.voided_at IS NULL)))`

/** The type has a level to change to, and the next term is not partly paid at another level. */
const CAN_CHANGE_LEVEL = Prisma.sql`EXISTS (SELECT FROM membership_level v WHERE v.tenant_id = m.tenant_id
    AND v.type_id = m.type_id AND v.is_active)
  AND NOT EXISTS (SELECT FROM membership_term w JOIN invoice i ON i.tenant_id = w.tenant_id AND i.id = w.invoice_id
    WHERE w.tenant_id = m.tenant_id AND w.membership_id = m.id AND w.activated_at IS NULL AND w.voided_at IS NULL
      AND i.balance <> i.total)`

const orNone = (condition: Sql, action: string): Sql =>
  Prisma.sql`CASE WHEN ${condition} THEN ${Prisma.raw(`ARRAY['${action}']`)} ELSE '{}' END`

const CHANGE_LEVEL = orNone(CAN_CHANGE_LEVEL, 'changelevel')

/** @param today in the tenant's time zone. */
const stepsSql = (today: string): Sql => Prisma.sql`to_json(ARRAY['view', 'edit'] || CASE
      WHEN m.status IN ('Dropped', 'Cancelled') THEN CASE WHEN m.approved_at IS NULL THEN '{}'
        WHEN ${HAS_WAITING_TERM} THEN ARRAY['cancel'] ELSE ${orNone(Prisma.sql`NOT ${HAS_OTHER}`, 'reinstate')} END
      WHEN m.approved_at IS NULL THEN ARRAY['approve', 'decline'] || ${CHANGE_LEVEL} || ARRAY['cancel']
      ELSE ${orNone(canRenewSql(today), 'renew')} || ${CHANGE_LEVEL} || CASE m.status
        WHEN 'Pending' THEN ARRAY['cancel', 'autorenew']
        WHEN 'Active' THEN ARRAY['suspend', 'cancel', 'autorenew']
        WHEN 'Suspended' THEN ARRAY['resume', 'drop', 'cancel', 'autorenew']
        ELSE ARRAY['suspend', 'drop', 'cancel', 'autorenew'] END
    END || ${orNone(Prisma.sql`m.balance > 0`, 'pay')})`

const canRenewSql = (today: string): Sql => Prisma.sql`NOT ${HAS_WAITING_TERM} AND ${renewingInsteadSql} IS NULL
  AND coalesce(m.expiration_date <= ${today}::date + make_interval(months => ${MAX_MONTHS_AHEAD}::integer), true)`

/** Whether a connection synchronizes the membership of row `m`: all except its custom fields is read-only then. */
export const isSynchronizedSql: Sql = Prisma.sql`(m.source_connection_id IS NOT NULL AND EXISTS (SELECT FROM connection n
  WHERE n.tenant_id = m.tenant_id AND n.id = m.source_connection_id AND n.deleted_at IS NULL AND n.syncs_memberships))`

/**
 * Returns the actions that the caller has for the membership of row `m` and its contact, row `c`, as JSON: those that
 * the status allows, if the caller has the scope and can change this contact.
 */
const actionsJson = (scope: Scope): Sql => {
  if (!hasGrant(scope, 'memberships:write')) return VIEW
  const { chapters, db } = scope
  const own = stepsSql(todayOf(scope))
  const steps = Prisma.sql`CASE WHEN ${isSynchronizedSql} THEN ${VIEW_AND_EDIT} ELSE ${own} END`
  if (!chapters || chapters.editable.length === chapters.readable.length) return steps
  return Prisma.sql`CASE WHEN ${contactOfChaptersSql(Prisma.sql`c.id`, db.tenantId, chapters.editable)} THEN ${steps} ELSE ${VIEW} END`
}

// An active member is new within three months of joining.
const isNewSql = ({ tenant, clock }: Scope): Sql => Prisma.sql`(m.status = 'Active'
  AND ${todayOf({ tenant, clock })}::date < m.joined_on + interval '3 months')`

/** Returns the columns that rows read from joined tables, and those that no filter uses. */
const typeColumns = (scope: Scope): Columns => ({
  MembershipType: Prisma.sql`t.name`,
  Level: Prisma.sql`l.name`,
  Actions: actionsJson(scope),
  IsNew: isNewSql(scope),
})

const SUMMARY_FIELDS = pickFields(
  membershipListing.fields,
  ...['MembershipId', 'MembershipTypeId', 'MembershipType', 'Level', 'Status', 'StartDate', 'ExpirationDate'],
  ...['RenewalDate', 'Amount', 'Balance', 'AutoRenew'],
)

/** Type and level of the membership of row `m`. */
const typeJoins: Sql = Prisma.sql`
  JOIN membership_type t ON t.tenant_id = m.tenant_id AND t.id = m.type_id
  LEFT JOIN membership_level l ON l.tenant_id = m.tenant_id AND l.id = m.level_id`

/**
 * Returns a contact's memberships (MembershipSummaryListItem), the latest start first: an expression over the contact's
 * row `c`, a JSON array.
 */
const membershipsJson = (scope: Scope): Sql =>
  listJson(Prisma.sql`
  SELECT ${columnsOf(SUMMARY_FIELDS, typeColumns(scope))}
  FROM membership m ${typeJoins}
  WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id
  ORDER BY m.start_date DESC NULLS LAST, m.id DESC`)

export const membershipsOfContact: ContactList = { field: 'Memberships', json: membershipsJson }

/** Returns a row of the membership list; tables `m`, `t`, `l`, and the contact as `c`. */
export const membershipColumns = (scope: Scope): Sql =>
  columnsOf(membershipListing.fields, {
    ...typeColumns(scope),
    ContactName: Prisma.sql`c.display_name`,
    SystemContactTypeId: Prisma.sql`c.system_type_id`,
  })

/** The tables that membershipColumns reads besides the membership of row `m`. */
export const membershipJoins: Sql = Prisma.sql`${typeJoins}
  JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id`

/** @param listing the list's fields, with the custom fields that the request uses. */
export const membershipList = (scope: Scope, listing: Listing): List => ({
  listing: addFields(listing, { IsNew: valueField('boolean', isNewSql(scope)) }),
  columns: membershipColumns(scope),
  joins: membershipJoins,
})

/** Whether the membership of row `m` has not ended, or a term of it waits for its payment. */
export const isOpenSql: Sql = Prisma.sql`(m.status IN ('Pending', 'Active', 'Grace', 'Suspended')
  OR EXISTS (SELECT FROM membership_term w WHERE w.tenant_id = m.tenant_id AND w.membership_id = m.id
    AND w.activated_at IS NULL AND w.voided_at IS NULL))`

/** Whether a contact has an open membership of its own. */
export const membershipFact: ContactFact = {
  name: 'hasMembership',
  sql: Prisma.sql`EXISTS (SELECT FROM membership m
    WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id AND ${isOpenSql})`,
}

export const MEMBERSHIP_FILE: CsvFile = {
  name: 'Memberships',
  columns: [
    ...[
      'MembershipId',
      'ContactId',
      'ContactName',
      'MembershipType',
      'Level',
      'Status',
      'JoinedDate',
      'StartDate',
      'ExpirationDate',
    ],
    ...['RenewalDate', 'Amount', 'Balance', 'AutoRenew', 'IsNew'],
  ],
}
