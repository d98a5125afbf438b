import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { type MembershipNightlyRun, Prisma } from '#prisma/client'
import { type StoredMembership, storedMemberships } from '../membership-row.service.ts'
import { EXPIRY_NOTICE_DAYS } from '../statuses/statuses.model.ts'
import type { NightFacts } from './nightly-plan.model.ts'

/** Whether the nightly work of the tenant may touch people, and since when. */
export const nightlySwitch = async ({ db }: Scope): Promise<{ isOn: boolean; switchedAt: Date | null }> => {
  const found = await db.prisma.membershipNightlySwitch.findFirst({
    where: { tenantId: db.tenantId },
    orderBy: { id: 'desc' },
  })
  return found ?? { isOn: false, switchedAt: null }
}

/** The run of the latest day; null before the first. */
export const lastRun = ({ db }: Scope): Promise<MembershipNightlyRun | null> =>
  db.prisma.membershipNightlyRun.findFirst({ where: { tenantId: db.tenantId }, orderBy: { day: 'desc' } })

/**
 * Ids of the memberships that a night has to look at, ascending: those whose day has come; and where people are to be
 * touched also those about to end, in grace or to be invoiced that were not told yet, whose day may have been passed
 * over by a change made that day. A night decides about each by planNight; few are looked at in vain.
 */
export const candidateIds = async ({ db }: Scope, day: Day, isOn: boolean): Promise<number[]> => {
  const rows = await db.rows<{ id: number }>(Prisma.sql`
    SELECT m.id FROM membership m WHERE m.tenant_id = ${db.tenantId}::int AND m.next_day <= ${day}::date
    ${isOn ? touchableSql(db.tenantId, day) : Prisma.empty} ORDER BY id`)
  return rows.map(({ id }) => id)
}

/**
 * A value that is read for each membership, rather than an anti-join: where nothing is known yet of how many notices and
 * terms there are, such as behind an import, that is planned as if there were few, and grows with the square of them.
 */
const hasNoneSql = (from: Prisma.Sql) => Prisma.sql`(SELECT true FROM ${from} LIMIT 1) IS NULL`

const touchableSql = (tenantId: number, day: Day) => {
  const notTold = (kind: string) =>
    hasNoneSql(Prisma.sql`membership_notice n
    JOIN membership_term x ON x.tenant_id = n.tenant_id AND x.id = n.term_id
    WHERE n.tenant_id = ${tenantId}::int AND n.membership_id = m.id AND n.kind = ${kind}::text
      AND least(x.ends_on, x.ended_on) = m.expiration_date`)
  const noTermWaits = hasNoneSql(Prisma.sql`membership_term w WHERE w.tenant_id = m.tenant_id
    AND w.membership_id = m.id AND w.activated_at IS NULL AND w.voided_at IS NULL`)
  return Prisma.sql`
    UNION SELECT m.id FROM membership m WHERE m.tenant_id = ${tenantId}::int AND m.status = 'Active'
      AND m.expiration_date BETWEEN ${day}::date AND ${day}::date + ${EXPIRY_NOTICE_DAYS}::int
      AND ${notTold('expiring')}
    UNION SELECT m.id FROM membership m WHERE m.tenant_id = ${tenantId}::int AND m.status = 'Grace'
      AND ${notTold('grace')}
    UNION SELECT m.id FROM membership_type t JOIN membership m ON m.tenant_id = t.tenant_id AND m.type_id = t.id
    WHERE t.tenant_id = ${tenantId}::int AND t.renewal_invoice_days IS NOT NULL AND m.status IN ('Active', 'Grace')
      AND m.expiration_date <= ${day}::date + t.renewal_invoice_days
      AND ${noTermWaits}`
}

/** A membership as a night looks at it. */
export interface NightMembership extends NightFacts, Pick<StoredMembership, 'id' | 'contactId'> {
  stored: StoredMembership
  auditId: number
  typeId: number
  typeName: string
  levelName: string | null
  contactName: string
  firstName: string | null
  /** Of an organization without one: that of its primary contact. */
  emailAddress: string | null
  /** Whether a term or a change of level waits for its payment. */
  isWaiting: boolean
}

interface Extra
  extends Omit<NightMembership, keyof StoredMembership | 'stored' | 'hasAddress' | 'isWaiting' | 'noticed'> {
  id: number
  isLevelWaiting: boolean
}

/** Memberships with all that a night depends on, in the order of their ids. */
export const nightMemberships = async (
  tx: SqlRunner,
  scope: Scope,
  ids: readonly number[],
): Promise<NightMembership[]> => {
  const { tenantId } = scope.db
  const [all, extras, notices] = await Promise.all([
    storedMemberships(tx, scope, ids),
    tx.rows<Extra>(extrasSql(tenantId, ids)),
    tx.rows<{ id: number; notice: string }>(noticesSql(tenantId, ids)),
  ])
  const byId = new Map(extras.map((extra) => [extra.id, extra]))
  const noticed = new Map<number, string[]>()
  for (const { id, notice } of notices) noticed.set(id, [...(noticed.get(id) ?? []), notice])
  return all.flatMap((stored) => {
    const extra = byId.get(stored.id)
    if (!extra) return []
    const isWaiting = extra.isLevelWaiting || stored.terms.some(({ isActivated }) => !isActivated)
    const hasAddress = extra.emailAddress !== null
    return [{ ...stored, ...extra, stored, isWaiting, hasAddress, noticed: noticed.get(stored.id) ?? [] }]
  })
}

/** Read apart: the table grows while a night runs, and a plan that was made when it was empty must not cost much. */
const noticesSql = (tenantId: number, ids: readonly number[]) => Prisma.sql`
  SELECT membership_id AS id, kind || ':' || term_id AS notice FROM membership_notice
  WHERE tenant_id = ${tenantId}::int AND membership_id = ANY(${[...ids]}::int[])`

const extrasSql = (tenantId: number, ids: readonly number[]) => Prisma.sql`
  SELECT m.id, m.audit_id AS "auditId", m.type_id AS "typeId",
    (SELECT t.name FROM membership_type t WHERE t.tenant_id = m.tenant_id AND t.id = m.type_id) AS "typeName",
    (SELECT l.name FROM membership_level l WHERE l.tenant_id = m.tenant_id AND l.id = m.level_id) AS "levelName", c.*,
    (SELECT count(*) > 0 FROM membership_level_change w WHERE w.tenant_id = m.tenant_id AND w.membership_id = m.id
      AND w.activated_at IS NULL AND w.voided_at IS NULL) AS "isLevelWaiting"
  FROM membership m CROSS JOIN LATERAL (
    SELECT h.display_name AS "contactName", h.first_name AS "firstName", h.deleted_at IS NOT NULL AS "isHolderDeleted",
      nullif(coalesce(h.email_address, (SELECT p.email_address FROM contact p WHERE p.tenant_id = h.tenant_id
        AND p.id = h.primary_contact_id AND p.deleted_at IS NULL)), '') AS "emailAddress"
    FROM contact h WHERE h.tenant_id = m.tenant_id AND h.id = m.contact_id OFFSET 0) c
  WHERE m.tenant_id = ${tenantId}::int AND m.id = ANY(${[...ids]}::int[])`
