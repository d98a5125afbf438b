import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { isSynchronizedSql } from '../memberships.listing.ts'
import { renewingInsteadSql } from '../overlaps.sql.ts'
import { EXPIRY_NOTICE_DAYS } from '../statuses/statuses.model.ts'
import { COUNTS, type Counts } from './nightly-run.model.ts'

/**
 * Selects ids of the memberships that a nightly run has to check, ascending: those whose next day has come. If the run
 * is on, also those that end soon, are in grace or are to be invoiced and have no notice yet: a change made on their
 * next day can have moved it. planNightlyRun decides about each; few are checked without effect.
 */
export const dueIdsSql = (tenantId: number, day: Day, isOn: boolean): Sql => Prisma.sql`
  SELECT m.id FROM membership m WHERE m.tenant_id = ${tenantId}::int AND m.next_day <= ${day}::date
  ${isOn ? withoutNoticeSql(tenantId, day) : Prisma.empty} ORDER BY id`

/**
 * Returns a value that is read for each membership instead of an anti-join. Without statistics about notices and terms,
 * such as after an import, the planner assumes few rows, and the cost of an anti-join grows with the square of them.
 */
const hasNoneSql = (from: Sql): Sql => Prisma.sql`(SELECT true FROM ${from} LIMIT 1) IS NULL`

const withoutNoticeSql = (tenantId: number, day: Day): Sql => {
  const hasNoNotice = (kind: string) =>
    hasNoneSql(Prisma.sql`membership_notice n
    JOIN membership_term x ON x.tenant_id = n.tenant_id AND x.id = n.term_id
    WHERE n.tenant_id = ${tenantId}::int AND n.membership_id = m.id AND n.kind = ${kind}::text
      AND least(x.ends_on, x.ended_on) = m.expiration_date`)
  const hasNoWaitingTerm = hasNoneSql(Prisma.sql`membership_term w WHERE w.tenant_id = m.tenant_id
    AND w.membership_id = m.id AND w.activated_at IS NULL AND w.voided_at IS NULL`)
  return Prisma.sql`
    UNION SELECT m.id FROM membership m WHERE m.tenant_id = ${tenantId}::int AND m.status = 'Active'
      AND m.expiration_date BETWEEN ${day}::date AND ${day}::date + ${EXPIRY_NOTICE_DAYS}::int
      AND ${hasNoNotice('expiring')}
    UNION SELECT m.id FROM membership m WHERE m.tenant_id = ${tenantId}::int AND m.status = 'Grace'
      AND ${hasNoNotice('grace')}
    UNION SELECT m.id FROM membership_type t JOIN membership m ON m.tenant_id = t.tenant_id AND m.type_id = t.id
    WHERE t.tenant_id = ${tenantId}::int AND t.renewal_invoice_days IS NOT NULL AND m.status IN ('Active', 'Grace')
      AND m.expiration_date <= ${day}::date + t.renewal_invoice_days
      AND ${hasNoWaitingTerm}`
}

/** Selects the queued notices of memberships: `id`, `notice` as `kind:termId`. */
export const noticesSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT membership_id AS id, kind || ':' || term_id AS notice FROM membership_notice
  WHERE tenant_id = ${tenantId}::int AND membership_id = ANY (${[...ids]}::int[])`

/** Selects what a nightly run needs of memberships besides the stored facts: NightlyDetails. */
export const nightlyDetailsSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT m.id, m.audit_id AS "auditId", m.type_id AS "typeId",
    (SELECT t.name FROM membership_type t WHERE t.tenant_id = m.tenant_id AND t.id = m.type_id) AS "typeName",
    (SELECT l.name FROM membership_level l WHERE l.tenant_id = m.tenant_id AND l.id = m.level_id) AS "levelName", c.*,
    (SELECT count(*) > 0 FROM membership_level_change w WHERE w.tenant_id = m.tenant_id AND w.membership_id = m.id
      AND w.activated_at IS NULL AND w.voided_at IS NULL) AS "hasWaitingLevelChange",
    ${renewingInsteadSql} IS NOT NULL AS "isOverlapped", ${isSynchronizedSql} AS "isSynchronized"
  FROM membership m CROSS JOIN LATERAL (
    SELECT h.display_name AS "contactName", h.first_name AS "firstName", h.deleted_at IS NOT NULL AS "isHolderDeleted",
      nullif(coalesce(h.email_address, (SELECT p.email_address FROM contact p WHERE p.tenant_id = h.tenant_id
        AND p.id = h.primary_contact_id AND p.deleted_at IS NULL)), '') AS "emailAddress"
    FROM contact h WHERE h.tenant_id = m.tenant_id AND h.id = m.contact_id OFFSET 0) c
  WHERE m.tenant_id = ${tenantId}::int AND m.id = ANY (${[...ids]}::int[])`

/** Selects the contacts of memberships: `id`, `coversPeople`. */
export const holdersSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT m.contact_id AS id, (SELECT t.covers_people FROM membership_type t
    WHERE t.tenant_id = m.tenant_id AND t.id = m.type_id) AS "coversPeople"
  FROM membership m WHERE m.tenant_id = ${tenantId}::int AND m.id = ANY (${[...ids]}::int[])`

/** A term, or a change of the level, that waits for its payment. */
export interface WaitingPart {
  kind: 'term' | 'change'
  id: number
  membershipId: number
  invoiceId: number | null
  /** Whether the membership has no other one of the kind. */
  isOnly: boolean
}

/** Selects the waiting parts of memberships: those that a drop voids. */
export const waitingPartsSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT p.*, count(*) OVER (PARTITION BY "membershipId", kind) = 1 AS "isOnly" FROM (
    SELECT 'term' AS kind, x.id, x.membership_id AS "membershipId", x.invoice_id AS "invoiceId" FROM membership_term x
    WHERE x.tenant_id = ${tenantId}::int AND x.membership_id = ANY (${[...ids]}::int[])
      AND x.activated_at IS NULL AND x.voided_at IS NULL
    UNION ALL
    SELECT 'change', g.id, g.membership_id, g.invoice_id FROM membership_level_change g
    JOIN membership_term x ON x.tenant_id = g.tenant_id AND x.id = g.term_id AND x.voided_at IS NULL
    WHERE g.tenant_id = ${tenantId}::int AND g.membership_id = ANY (${[...ids]}::int[])
      AND g.activated_at IS NULL AND g.voided_at IS NULL
  ) p ORDER BY "membershipId", kind, id`

/** Marks waiting parts as void. */
export const voidPartsSql = (
  { db: { tenantId }, clock }: Pick<Scope, 'db' | 'clock'>,
  parts: readonly WaitingPart[],
): Sql => {
  const idsOf = (wanted: WaitingPart['kind']) => parts.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  return Prisma.sql`
  WITH changes AS (
    UPDATE membership_level_change SET voided_at = ${clock.now()}::timestamptz
    WHERE tenant_id = ${tenantId}::int AND id = ANY (${idsOf('change')}::int[])
  ) UPDATE membership_term SET voided_at = ${clock.now()}::timestamptz
  WHERE tenant_id = ${tenantId}::int AND id = ANY (${idsOf('term')}::int[])`
}

/** Ends the terms of memberships that would cover the current day or later ones. */
export const cutTermsSql = (
  tenantId: number,
  ids: readonly number[],
  { today, lastDay }: { today: Day; lastDay: Day },
): Sql => Prisma.sql`
  UPDATE membership_term SET ended_on = ${lastDay}::date WHERE tenant_id = ${tenantId}::int
    AND membership_id = ANY (${[...ids]}::int[]) AND voided_at IS NULL AND ended_on IS NULL AND ends_on >= ${today}::date`

/** Ends memberships. Their terms are over, and nothing of them waits for its payment. */
export const dropSql = (tenantId: number, ids: readonly number[], today: Day, reason: string): Sql => Prisma.sql`
  UPDATE membership SET dropped_on = ${today}::date, end_reason = ${reason}::text,
    suspended_on = NULL, auto_renew = false
  WHERE tenant_id = ${tenantId}::int AND id = ANY (${[...ids]}::int[])`

export const nextVersionsSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  UPDATE membership SET audit_id = audit_id + 1 WHERE tenant_id = ${tenantId}::int AND id = ANY (${[...ids]}::int[])`

export interface NoticeRow {
  membershipId: number
  termId: number
  kind: string
}

/** Inserts notices, each once per term and kind, and returns the new ones: NoticeRow. */
export const addNoticesSql = (
  { db, clock }: Pick<Scope, 'db' | 'clock'>,
  rows: readonly NoticeRow[],
): Sql => Prisma.sql`
  INSERT INTO membership_notice (tenant_id, membership_id, term_id, kind, queued_at)
  SELECT ${db.tenantId}::int, "membershipId", "termId", kind, ${clock.now()}::timestamptz
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x("membershipId" int, "termId" int, kind text)
  ORDER BY 2, 3, 4 ON CONFLICT DO NOTHING
  RETURNING membership_id AS "membershipId", term_id AS "termId", kind`

/** Starts the run of a day, or resumes it: then `remaining` adds to what was done. */
export const startRunSql = ({ db, clock }: Scope, day: Day, isOn: boolean, remaining: number): Sql => Prisma.sql`
  INSERT INTO membership_nightly_run AS r (tenant_id, day, is_on, total, started_at)
  VALUES (${db.tenantId}::int, ${day}::date, ${isOn}::boolean, ${remaining}::int, ${clock.now()}::timestamptz)
  ON CONFLICT (tenant_id, day) DO UPDATE SET status = 'running', is_on = excluded.is_on, finished_at = NULL,
    total = r.done_count + excluded.total`

/** Adds to the counts of a run; run it in the transaction that did the work. */
export const addCountsSql = ({ db }: Scope, day: Day, done: number, counts: Counts): Sql => {
  const sums = COUNTS.map((name) => {
    const column = Prisma.raw(`${name}_count`)
    return Prisma.sql`${column} = ${column} + ${counts[name] ?? 0}::int`
  })
  return Prisma.sql`UPDATE membership_nightly_run SET done_count = done_count + ${done}::int, ${Prisma.join(sums, ', ')}
    WHERE tenant_id = ${db.tenantId}::int AND day = ${day}::date`
}

export const finishRunSql = ({ db, clock }: Scope, day: Day, status: 'completed' | 'failed'): Sql => Prisma.sql`
  UPDATE membership_nightly_run SET status = ${status}::text, finished_at = ${clock.now()}::timestamptz
  WHERE tenant_id = ${db.tenantId}::int AND day = ${day}::date`
