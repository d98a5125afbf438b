import { refreshContactRows } from '#areas/people/contacts/records/contact-rows.service'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { acrossChapters } from '#kernel/tenancy/across-chapters'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import { deriveStanding, type MembershipFacts, type TermFacts } from './model/standing.ts'

interface StoredTerm extends TermFacts {
  id: number
  kind: string
  amount: string
  levelId: number | null
}

/** A membership as it is kept, with all that its standing is derived from. */
export interface StoredMembership extends Omit<MembershipFacts, 'terms'> {
  id: number
  contactId: number
  status: string
  coversPeople: boolean
  levelId: number | null
  balance: string
  terms: StoredTerm[]
}

/**
 * Brings memberships to what their terms, invoices and the tenant's day say: status, dates, amount, level, balance,
 * next day; then the rows of their holders and, where the status changed, of the people that they cover. Writes only
 * what differs. Call it in the transaction of every change to a membership, for any number of them at once.
 */
export const refreshMemberships = (tx: SqlRunner, scope: Scope, ids: readonly number[]): Promise<void> =>
  acrossChapters(tx, scope, () => refresh(tx, scope, ids))

const refresh = async (tx: SqlRunner, scope: Scope, ids: readonly number[]): Promise<void> => {
  const stored = await storedMemberships(tx, scope, ids)
  const turned = await writeStandings(tx, scope, stored)
  await refreshContactRows(tx, scope, [
    ...stored.map(({ contactId }) => contactId),
    ...(await coveredBy(tx, scope, turned)),
  ])
}

/**
 * The same where nothing but the day has moved: only those whose status turns concern their holders. Contacts and
 * memberships are to be held by the caller, and what is stored read behind that.
 */
export const followDay = async (tx: SqlRunner, scope: Scope, stored: readonly StoredMembership[]): Promise<void> => {
  const turned = await writeStandings(tx, scope, stored)
  const holders = turned.map(({ contactId }) => contactId)
  await refreshContactRows(tx, scope, [...holders, ...(await coveredBy(tx, scope, turned))])
}

/** What is kept of memberships, and what their standing depends on. */
export const storedMemberships = async (
  tx: SqlRunner,
  { db }: Scope,
  ids: readonly number[],
): Promise<StoredMembership[]> => {
  const found = await tx.rows<{ stored: StoredMembership }>(storedSql(db.tenantId, ids))
  return found.map(({ stored }) => stored)
}

/** Answers those whose status turned. */
const writeStandings = async (
  tx: SqlRunner,
  { db, tenant, clock }: Scope,
  all: readonly StoredMembership[],
): Promise<StoredMembership[]> => {
  const today = dayIn(tenant.timeZone, clock.now())
  const derived = all.map((stored) => ({ stored, row: derivedRow(stored, today) }))
  const rows = derived.map(({ row }) => row)
  await tx.rows(writeSql(db.tenantId, rows))
  return derived.filter(({ stored, row }) => stored.status !== row.status).map(({ stored }) => stored)
}

/** The people whom these memberships count for too. */
const coveredBy = (tx: SqlRunner, { db }: Scope, memberships: readonly StoredMembership[]) => {
  const organizationIds = memberships.filter(({ coversPeople }) => coversPeople).map(({ contactId }) => contactId)
  return organizationIds.length > 0 ? peopleOf(tx, db.tenantId, organizationIds) : []
}

/** The people with a role at any of these organizations. */
export const peopleOf = async (
  tx: SqlRunner,
  tenantId: number,
  organizationIds: readonly number[],
): Promise<number[]> => {
  const rows = await tx.rows<{ id: number }>(Prisma.sql`SELECT DISTINCT contact_id AS id FROM contact_role
    WHERE tenant_id = ${tenantId}::int AND organization_id = ANY(${[...organizationIds]}::int[])`)
  return rows.map(({ id }) => id)
}

const derivedRow = (stored: StoredMembership, today: Day) => {
  const { status, startDate, expirationDate, renewalDate, nextDay } = deriveStanding(stored, today)
  const shown = currentTerm(stored.terms, today)
  return {
    id: stored.id,
    status,
    start_date: startDate,
    expiration_date: expirationDate,
    renewal_date: renewalDate,
    next_day: nextDay,
    amount: shown?.amount ?? '0.00',
    level_id: shown?.levelId ?? stored.levelId,
    balance: stored.balance,
  }
}

/** The term whose price and level a membership shows: days given on top have neither of their own. */
const currentTerm = (terms: readonly StoredTerm[], today: Day): StoredTerm | undefined => {
  const priced = terms.filter(({ kind }) => kind !== 'extension')
  const activated = priced.filter(({ isActivated }) => isActivated)
  const shown = activated.length > 0 ? activated : priced
  return shown.filter(({ startsOn }) => startsOn <= today).at(-1) ?? shown[0]
}

/**
 * The facts of memberships as JSON, in the names of MembershipFacts; days are YYYY-MM-DD. Types are looked up one by one
 * (OFFSET keeps the planner to it): it would else read all the memberships of each type.
 */
const storedSql = (tenantId: number, ids: readonly number[]) => Prisma.sql`
  SELECT json_build_object('id', m.id, 'contactId', m.contact_id, 'status', m.status, 'levelId', m.level_id,
    'suspendedOn', m.suspended_on, 'cancelledOn', m.cancelled_on, 'droppedOn', m.dropped_on,
    'graceDays', t.grace_days, 'renewalInvoiceDays', t.renewal_invoice_days, 'coversPeople', t.covers_people,
    'terms', (SELECT coalesce(json_agg(json_build_object('id', x.id, 'startsOn', x.starts_on, 'endsOn', x.ends_on,
        'endedOn', x.ended_on, 'isActivated', x.activated_at IS NOT NULL, 'kind', x.kind, 'amount', x.amount::text,
        'levelId', coalesce((SELECT g.level_id FROM membership_level_change g
          WHERE g.tenant_id = x.tenant_id AND g.membership_id = x.membership_id AND g.term_id = x.id
            AND g.activated_at IS NOT NULL AND g.voided_at IS NULL ORDER BY g.id DESC LIMIT 1), x.level_id))
        ORDER BY x.starts_on, x.id), '[]'::json)
      FROM membership_term x
      WHERE x.tenant_id = m.tenant_id AND x.membership_id = m.id AND x.voided_at IS NULL),
    'unpaidDueOn', (SELECT max(i.due_on) FROM membership_term x
      JOIN invoice i ON i.tenant_id = x.tenant_id AND i.id = x.invoice_id
      WHERE x.tenant_id = m.tenant_id AND x.membership_id = m.id AND x.voided_at IS NULL AND x.activated_at IS NULL),
    'balance', (SELECT coalesce(sum(i.balance), 0)::numeric(14, 2)::text FROM invoice i
      WHERE i.tenant_id = m.tenant_id AND i.id IN (
        SELECT x.invoice_id FROM membership_term x WHERE x.tenant_id = m.tenant_id AND x.membership_id = m.id
        UNION SELECT g.invoice_id FROM membership_level_change g
          WHERE g.tenant_id = m.tenant_id AND g.membership_id = m.id))) AS stored
  FROM membership m CROSS JOIN LATERAL (SELECT y.grace_days, y.renewal_invoice_days, y.covers_people
    FROM membership_type y WHERE y.tenant_id = m.tenant_id AND y.id = m.type_id OFFSET 0) t
  WHERE m.tenant_id = ${tenantId}::int AND m.id = ANY(${[...ids]}::int[]) ORDER BY m.id`

const COLUMNS = {
  status: 'text',
  start_date: 'date',
  expiration_date: 'date',
  renewal_date: 'date',
  next_day: 'date',
  amount: 'numeric',
  level_id: 'int',
  balance: 'numeric',
} as const
const names = Object.keys(COLUMNS)
const typed = Prisma.raw(
  Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
)
const assignments = Prisma.raw(names.map((name) => `${name} = x.${name}`).join(', '))
const [kept, wanted] = ['m', 'x'].map((from) => Prisma.raw(names.map((name) => `${from}.${name}`).join(', ')))

const writeSql = (tenantId: number, rows: ReturnType<typeof derivedRow>[]) => Prisma.sql`
  UPDATE membership m SET ${assignments}
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x(id int, ${typed})
  WHERE m.tenant_id = ${tenantId}::int AND m.id = x.id AND (${kept}) IS DISTINCT FROM (${wanted})`
