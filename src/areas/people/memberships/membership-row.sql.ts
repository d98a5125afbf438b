import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { MembershipFacts, TermFacts } from './statuses/statuses.model.ts'

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

/** The columns of a membership that are derived. */
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
 * Memberships by id as `stored`, a StoredMembership as JSON. OFFSET 0 makes the planner look up types one by one;
 * otherwise it would read all memberships of each type.
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

/** Ids of the people with a role at any of these organizations. */
export const peopleSql = (tenantId: number, organizationIds: readonly number[]): Sql => Prisma.sql`
  SELECT DISTINCT contact_id AS id FROM contact_role
  WHERE tenant_id = ${tenantId}::int AND organization_id = ANY (${[...organizationIds]}::int[])`
