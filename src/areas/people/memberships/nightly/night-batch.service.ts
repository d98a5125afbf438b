import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { recordChangesSql } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import { type MembershipEvent, membershipEvents } from '../memberships.events.ts'
import { followDay, peopleOf, storedMemberships } from '../refresh-memberships.service.ts'
import { type NightMembership, nightMemberships } from './nightly.queries.ts'
import { queueNotices } from './notices.service.ts'
import { type Night, planNight } from './plan-night.ts'
import { effectsOf, noticeCount, reportSql, sumUp } from './run-report.ts'

export const DROP_REASON = 'Not renewed.'

/** A membership with what a night does to it. */
export interface Planned {
  membership: NightMembership
  night: Night
}

/** What turning to a status by the calendar tells. */
export const TURN_EVENTS: Partial<Record<string, MembershipEvent>> = {
  Active: membershipEvents.begun,
  Grace: membershipEvents.graced,
  Lapsed: membershipEvents.lapsed,
}

/** A night of a tenant. */
export interface NightWork {
  today: Day
  /** Whether people are touched, or statuses follow the calendar alone. */
  isOn: boolean
}

/**
 * Does the night's work for a batch of memberships, in a few statements. Answers those that invoices hang on, left as
 * they were: each takes the way of a single change. The caller commits all of it or nothing.
 */
export const nightBatch = async (
  tx: SqlRunner,
  scope: Scope,
  { today, isOn }: NightWork,
  ids: readonly number[],
): Promise<number[]> => {
  await holdAll(tx, scope, ids)
  const planned = (await nightMemberships(tx, scope, ids)).map((membership) => ({
    membership,
    night: planNight(membership, today, isOn),
  }))
  const single = planned.filter(touchesInvoices)
  const plain = planned.filter((one) => !touchesInvoices(one))
  const dropped = plain.filter(({ night }) => night.drop !== null)
  await dropAll(tx, scope, dropped, today)
  const fresh =
    dropped.length > 0 ? await storedAgain(tx, scope, plain, dropped) : plain.map((one) => one.membership.stored)
  await followDay(tx, scope, fresh)
  await recordAll(tx, scope, plain)
  const due = plain.flatMap(({ membership, night }) => night.notices.map((notice) => ({ membership, notice })))
  const queued = await queueNotices(tx, scope, due, today)
  const counts = sumUp([
    ...plain.flatMap(({ night }) => effectsOf({ ...night, notices: [] })),
    ...queued.map(({ notice }) => noticeCount(notice.kind)),
  ])
  await tx.rows(reportSql(scope, today, ids.length - single.length, counts))
  return single.map(({ membership }) => membership.id)
}

const touchesInvoices = ({ membership, night }: Planned): boolean =>
  night.invoice !== null || (night.drop !== null && membership.isWaiting)

/** Holds holders, the people that they cover, and the memberships: contacts first, as everywhere. */
const holdAll = async (tx: SqlRunner, { db: { tenantId } }: Scope, ids: readonly number[]): Promise<void> => {
  const holders = await tx.rows<{ id: number; covers: boolean }>(Prisma.sql`
    SELECT m.contact_id AS id, (SELECT t.covers_people FROM membership_type t
      WHERE t.tenant_id = m.tenant_id AND t.id = m.type_id) AS covers FROM membership m
    WHERE m.tenant_id = ${tenantId}::int AND m.id = ANY(${[...ids]}::int[])`)
  const covering = holders.filter(({ covers }) => covers).map(({ id }) => id)
  const people = covering.length > 0 ? await peopleOf(tx, tenantId, covering) : []
  await lockContacts(tx, { db: { tenantId } }, [...new Set([...holders.map(({ id }) => id), ...people])])
  await tx.rows(Prisma.sql`SELECT id FROM membership WHERE tenant_id = ${tenantId}::int AND id = ANY(${[...ids]}::int[])
    ORDER BY id FOR NO KEY UPDATE`)
}

/** Ends memberships that nothing waits in: their terms are over, there is nothing to void. */
const dropAll = async (tx: SqlRunner, { db }: Scope, dropped: readonly Planned[], today: Day): Promise<void> => {
  if (dropped.length === 0) return
  await tx.rows(Prisma.sql`UPDATE membership SET dropped_on = ${today}::date, end_reason = ${DROP_REASON}::text,
      suspended_on = NULL, auto_renew = false
    WHERE tenant_id = ${db.tenantId}::int AND id = ANY(${idsOf(dropped)}::int[])`)
}

const storedAgain = async (tx: SqlRunner, scope: Scope, all: readonly Planned[], dropped: readonly Planned[]) => {
  const again = new Map((await storedMemberships(tx, scope, idsOf(dropped))).map((stored) => [stored.id, stored]))
  return all.map(({ membership }) => again.get(membership.id) ?? membership.stored)
}

const idsOf = (planned: readonly Planned[]): number[] => planned.map(({ membership }) => membership.id)

/** Raises the version of what turned or was dropped, and tells of it. */
const recordAll = async (tx: SqlRunner, scope: Scope, planned: readonly Planned[]): Promise<void> => {
  const changes = planned.flatMap(({ membership, night }) => {
    const told = toldOf(night)
    if (!told) return []
    const { id: membershipId, contactId, typeId, auditId } = membership
    return {
      entity: 'membership',
      entityId: membershipId,
      auditId: auditId + 1,
      action: 'updated' as const,
      changes: { step: told.kind, ...told.payload },
      event: { kind: told.kind, payload: { membershipId, contactId, membershipTypeId: typeId, ...told.payload } },
    }
  })
  if (changes.length === 0) return
  const ids = changes.map(({ entityId }) => entityId)
  await tx.rows(Prisma.sql`UPDATE membership SET audit_id = audit_id + 1
    WHERE tenant_id = ${scope.db.tenantId}::int AND id = ANY(${ids}::int[])`)
  await tx.rows(recordChangesSql(scope, changes))
}

const toldOf = ({ turn, drop }: Night) => {
  if (drop !== null) return { kind: membershipEvents.dropped, payload: { reason: DROP_REASON } }
  const kind = turn && (TURN_EVENTS[turn.status] ?? membershipEvents.updated)
  return kind ? { kind, payload: { status: turn.status, since: turn.dueOn } } : null
}
