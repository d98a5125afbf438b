import { membershipFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { instantJson, listJson } from '#kernel/database/json-sql'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { membershipColumns, membershipJoins } from './memberships.listing.ts'
import type { MembershipFacts, TermFacts } from './statuses/statuses.model.ts'

/**
 * Selects one membership of a contact that is not deleted, with terms, level changes and invoices (Membership in the
 * contract): a VersionedRow.
 */
export const membershipSql = (scope: Scope, id: number): Sql => Prisma.sql`
  SELECT row_to_json(x)::text AS text, m.audit_id AS "auditId"
  FROM membership m ${membershipJoins}
  LEFT JOIN membership_level nl ON nl.tenant_id = m.tenant_id AND nl.id = m.next_level_id
  CROSS JOIN LATERAL (SELECT ${membershipColumns(scope)}, m.next_level_id AS "NextLevelId", nl.name AS "NextLevel",
    t.needs_approval AND m.approved_at IS NULL AND m.cancelled_on IS NULL AS "IsAwaitingApproval",
    ${instantJson(Prisma.sql`m.approved_at`)} AS "ApprovedDate", m.suspended_on AS "SuspendedDate",
    m.cancelled_on AS "CancelledDate", m.dropped_on AS "DroppedDate", m.end_reason AS "Reason",
    ${membershipFieldsSql} AS "CustomFields", ${TERMS} AS "Terms", ${LEVEL_CHANGES} AS "LevelChanges", ${INVOICES} AS "Invoices") x
  WHERE m.tenant_id = ${scope.db.tenantId}::integer AND m.id = ${id}::integer AND c.deleted_at IS NULL`

const TERMS = listJson(Prisma.sql`
  SELECT e.id AS "TermId", e.kind AS "Kind", e.level_id AS "LevelId", y.name AS "Level", e.starts_on AS "StartDate",
    e.ends_on AS "EndDate", e.ended_on AS "EndedDate", e.months AS "Months", e.amount AS "Amount",
    e.invoice_id AS "InvoiceId", ${instantJson(Prisma.sql`e.activated_at`)} AS "ActivatedDate",
    e.voided_at IS NOT NULL AS "IsVoided"
  FROM membership_term e LEFT JOIN membership_level y ON y.tenant_id = e.tenant_id AND y.id = e.level_id
  WHERE e.tenant_id = m.tenant_id AND e.membership_id = m.id ORDER BY e.starts_on, e.id`)

const LEVEL_CHANGES = listJson(Prisma.sql`
  SELECT g.id AS "LevelChangeId", g.term_id AS "TermId", g.level_id AS "LevelId", y.name AS "Level",
    g.amount AS "Amount", g.invoice_id AS "InvoiceId", ${instantJson(Prisma.sql`g.activated_at`)} AS "ActivatedDate",
    g.voided_at IS NOT NULL AS "IsVoided"
  FROM membership_level_change g JOIN membership_level y ON y.tenant_id = g.tenant_id AND y.id = g.level_id
  WHERE g.tenant_id = m.tenant_id AND g.membership_id = m.id ORDER BY g.id`)

const INVOICES = listJson(Prisma.sql`
  SELECT i.id AS "InvoiceId", i.number AS "Number", i.issued_on AS "IssuedDate", i.due_on AS "DueDate",
    i.total AS "Total", i.balance AS "Balance", i.voided_at IS NOT NULL AS "IsVoided"
  FROM invoice i WHERE i.tenant_id = m.tenant_id AND i.id IN (
    SELECT e.invoice_id FROM membership_term e WHERE e.tenant_id = m.tenant_id AND e.membership_id = m.id
    UNION SELECT g.invoice_id FROM membership_level_change g
      WHERE g.tenant_id = m.tenant_id AND g.membership_id = m.id) ORDER BY i.number`)

export interface StoredTerm extends TermFacts {
  id: number
  kind: string
  amount: string
  levelId: number | null
  /** The benefit package of that level. */
  packageId: number | null
}

/** A stored membership with the facts that its status is derived from. */
export interface StoredMembership extends Omit<MembershipFacts, 'terms'> {
  id: number
  contactId: number
  status: string
  coversPeople: boolean
  levelId: number | null
  balance: string
  terms: StoredTerm[]
}

export interface DerivedRow {
  id: number
  status: string
  startDate: Day | null
  expirationDate: Day | null
  renewalDate: Day | null
  nextDay: Day | null
  amount: string
  levelId: number | null
  balance: string
}

/** The level of a term `x` after the changes that took effect within it. */
const LEVEL_OF_TERM = Prisma.sql`coalesce((SELECT g.level_id FROM membership_level_change g
  WHERE g.tenant_id = x.tenant_id AND g.membership_id = x.membership_id AND g.term_id = x.id
    AND g.activated_at IS NOT NULL AND g.voided_at IS NULL ORDER BY g.id DESC LIMIT 1), x.level_id)`

/**
 * Selects memberships by id as `stored`, a StoredMembership as JSON. OFFSET 0 makes the planner look up types one by
 * one; otherwise it would read all memberships of each type.
 */
export const storedSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT json_build_object('id', m.id, 'contactId', m.contact_id, 'status', m.status, 'levelId', m.level_id,
    'suspendedOn', m.suspended_on, 'cancelledOn', m.cancelled_on, 'droppedOn', m.dropped_on,
    'graceDays', t.grace_days, 'renewalInvoiceDays', t.renewal_invoice_days, 'coversPeople', t.covers_people,
    'terms', (SELECT coalesce(json_agg(json_build_object('id', x.id, 'startsOn', x.starts_on, 'endsOn', x.ends_on,
        'endedOn', x.ended_on, 'isActivated', x.activated_at IS NOT NULL, 'kind', x.kind, 'amount', x.amount::text,
        'levelId', ${LEVEL_OF_TERM}, 'packageId', (SELECT v.benefit_package_id FROM membership_level v
          WHERE v.tenant_id = x.tenant_id AND v.id = ${LEVEL_OF_TERM}))
        ORDER BY x.starts_on, x.id), '[]'::json)
      FROM membership_term x
      WHERE x.tenant_id = m.tenant_id AND x.membership_id = m.id AND x.voided_at IS NULL),
    'unpaidDueOn', (SELECT max(i.due_on) FROM membership_term x
      JOIN invoice i ON i.tenant_id = x.tenant_id AND i.id = x.invoice_id
      WHERE x.tenant_id = m.tenant_id AND x.membership_id = m.id AND x.voided_at IS NULL AND x.activated_at IS NULL),
    'partDueOn', (SELECT min(p.due_on) FROM membership_term x
      JOIN invoice_part p ON p.tenant_id = x.tenant_id AND p.invoice_id = x.invoice_id AND p.open_amount > 0
      WHERE x.tenant_id = m.tenant_id AND x.membership_id = m.id AND x.payment_plan_id IS NOT NULL
        AND x.voided_at IS NULL AND x.activated_at IS NOT NULL),
    'balance', (SELECT coalesce(sum(i.balance), 0)::numeric(14, 2)::text FROM invoice i
      WHERE i.tenant_id = m.tenant_id AND i.id IN (
        SELECT x.invoice_id FROM membership_term x WHERE x.tenant_id = m.tenant_id AND x.membership_id = m.id
        UNION SELECT g.invoice_id FROM membership_level_change g
          WHERE g.tenant_id = m.tenant_id AND g.membership_id = m.id))) AS stored
  FROM membership m CROSS JOIN LATERAL (SELECT y.grace_days, y.renewal_invoice_days, y.covers_people
    FROM membership_type y WHERE y.tenant_id = m.tenant_id AND y.id = m.type_id OFFSET 0) t
  WHERE m.tenant_id = ${tenantId}::int AND m.id = ANY(${[...ids]}::int[]) ORDER BY m.id`

/** Saves derived columns. Writes only rows that differ. */
export const saveDerivedSql = (tenantId: number, rows: readonly DerivedRow[]): Sql => Prisma.sql`
  UPDATE membership m SET ${ASSIGNMENTS}
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x(id int, ${COLUMN_TYPES})
  WHERE m.tenant_id = ${tenantId}::int AND m.id = x.id AND (${OLD_VALUES}) IS DISTINCT FROM (${NEW_VALUES})`

const COLUMNS: readonly [column: string, field: keyof DerivedRow, type: string][] = [
  ['status', 'status', 'text'],
  ['start_date', 'startDate', 'date'],
  ['expiration_date', 'expirationDate', 'date'],
  ['renewal_date', 'renewalDate', 'date'],
  ['next_day', 'nextDay', 'date'],
  ['amount', 'amount', 'numeric'],
  ['level_id', 'levelId', 'int'],
  ['balance', 'balance', 'numeric'],
]
const ofColumns = (write: (column: string, field: string, type: string) => string): Sql =>
  Prisma.raw(COLUMNS.map((column) => write(...column)).join(', '))

const COLUMN_TYPES = ofColumns((_, field, type) => `"${field}" ${type}`)
const ASSIGNMENTS = ofColumns((column, field) => `${column} = x."${field}"`)
const OLD_VALUES = ofColumns((column) => `m.${column}`)
const NEW_VALUES = ofColumns((_, field) => `x."${field}"`)

/** Selects ids of the people with a role at any of these organizations. */
export const peopleSql = (tenantId: number, organizationIds: readonly number[]): Sql => Prisma.sql`
  SELECT DISTINCT contact_id AS id FROM contact_role
  WHERE tenant_id = ${tenantId}::int AND organization_id = ANY (${[...organizationIds]}::int[])`
