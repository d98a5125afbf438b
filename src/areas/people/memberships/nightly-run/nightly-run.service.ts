import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { Problem } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChange, recordChanges } from '#kernel/records/record-change'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { addFailures } from '#services/tenant-log/failures'
import { changeMembership } from '../membership-change.service.ts'
import { membershipFailures } from '../membership-failures.model.ts'
import { listPeopleIds, listStored, refreshForNewDay } from '../membership-row.service.ts'
import { type MembershipEvent, membershipEvents } from '../memberships.events.ts'
import { membershipKind } from '../memberships.queries.ts'
import { dropLocked } from '../statuses/statuses.service.ts'
import { renewLocked } from '../terms/renewals.service.ts'
import { countEffects, effectOfNotice, effectsOf, type NightlyPlan, planNightlyRun } from './nightly-run.model.ts'
import { listNightlyMemberships, type NightlyMembership } from './nightly-run.queries.ts'
import { addCountsSql, dropSql, holdersSql, nextVersionsSql } from './nightly-run.sql.ts'
import { dropTogether, queueNotices } from './notices.service.ts'

const DROP_REASON = 'Not renewed.'

const ANY_VERSION = versionOf(null)

/** The event of a status that begins on a day. */
const STATUS_EVENTS: ReadonlyMap<string, MembershipEvent> = new Map(
  Object.entries<MembershipEvent>({
    Active: membershipEvents.begun,
    Grace: membershipEvents.graced,
    Lapsed: membershipEvents.lapsed,
  }),
)

const switchKind = { entity: 'membershipNightlySwitch' }

/** The nightly run of one tenant and day. */
export interface NightlyRun {
  today: Day
  /** Whether the run sends notices, invoices and drops; otherwise it only changes statuses. */
  isOn: boolean
}

interface PlannedMembership {
  membership: NightlyMembership
  plan: NightlyPlan
}

/** Switches notices, invoices and drops of the nightly runs on or off, from the next run on. */
export const saveNightlySwitch = (scope: Scope, isOn: boolean): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const data = { tenantId: scope.db.tenantId, isOn, switchedAt: scope.clock.now() }
    const { id } = await tx.membershipNightlySwitch.create({ data })
    await recordChange(scope, tx, changeOf(switchKind, { id, auditId: 1 }, 'created', { changes: { isOn } }))
  })

/**
 * Runs a batch of memberships in a few statements. Returns the ids of those that need an invoice to be issued, or whose drop needs
 * more than a void of an unpaid invoice, unchanged: runSingle does these. The caller commits the batch as a whole.
 *
 * @param endsTerms whether it does the drops that void an invoice or end a term.
 * @throws what rejects one of these drops.
 */
export const runBatch = async (
  scope: Scope,
  tx: SqlRunner,
  { today, isOn }: NightlyRun,
  ids: readonly number[],
  endsTerms: boolean,
): Promise<number[]> => {
  await lockAll(scope, tx, ids)
  const planned = (await listNightlyMemberships(scope, tx, ids)).map((membership) => ({
    membership,
    plan: planNightlyRun(membership, today, isOn),
  }))
  const plain = planned.filter((one) => one.plan.invoiceDueOn === null && !endsMore(one))
  await refreshForNewDay(scope, tx, await dropDue(scope, tx, plain, today))
  const dropped = endsTerms ? await dropEnding(scope, tx, planned.filter(endsMore), today) : []
  const together = new Set([...plain, ...dropped])
  const done = planned.filter((one) => together.has(one))
  const single = planned.filter((one) => !together.has(one))
  await recordAll(scope, tx, done)
  const due = done.flatMap(({ membership, plan }) => plan.notices.map((notice) => ({ membership, notice })))
  const queued = await queueNotices(scope, tx, due, today)
  const counts = countEffects([
    ...done.flatMap(({ plan }) => effectsOf(plan)),
    ...queued.map(({ notice }) => effectOfNotice(notice.kind)),
  ])
  await tx.rows(addCountsSql(scope, today, ids.length - single.length, counts))
  return single.map(({ membership }) => membership.id)
}

/**
 * Runs one membership that a batch has left, by the steps that staff uses: renew and drop.
 * Counts a step that a rule rejects, writes it to the log of the tenant, and returns.
 */
export const runSingle = async (scope: Scope, { today, isOn }: NightlyRun, id: number): Promise<void> => {
  try {
    await changeMembership(scope, id, ANY_VERSION, async (context) => {
      const { tx } = context
      const [membership] = await listNightlyMemberships(scope, tx, [id])
      if (!membership) return
      const plan = planNightlyRun(membership, today, isOn)
      const { statusChange } = plan
      const event = statusChange && STATUS_EVENTS.get(statusChange.status)
      if (event) context.addEvent(event, { status: statusChange.status, since: statusChange.dueOn })
      if (plan.dropDueOn !== null) await dropLocked(context, DROP_REASON)
      if (plan.invoiceDueOn !== null) await renewLocked(context)
      const due = plan.notices.map((notice) => ({ membership, notice }))
      const queued = await queueNotices(scope, tx, due, today)
      const effects = [...effectsOf(plan), ...queued.map(({ notice }) => effectOfNotice(notice.kind))]
      await tx.rows(addCountsSql(scope, today, 1, countEffects(effects)))
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    scope.log.warn({ err: error, membership: id }, 'a rule rejected the nightly run of a membership')
    await scope.db.transaction(async (tx) => {
      await tx.rows(addCountsSql(scope, today, 1, { refused: 1 }))
      const what = `The nightly run of ${today} did not renew or drop the membership ${id}. ${error.message}`
      await addFailures(scope, tx, [{ kind: membershipFailures.refused, key: id, what, details: { Code: error.code } }])
    })
  }
}

/** Returns whether the drop also voids what waits for a payment, or ends a term. */
const endsMore = ({ membership, plan }: PlannedMembership): boolean =>
  plan.dropDueOn !== null && (membership.isWaiting || isCutShort(membership, plan.dropDueOn))

/** Returns those that it has dropped. */
const dropEnding = async (
  scope: Scope,
  tx: SqlRunner,
  ending: readonly PlannedMembership[],
  today: Day,
): Promise<PlannedMembership[]> => {
  const memberships = ending.map(({ membership }) => membership)
  const ids = await dropTogether(scope, tx, memberships, { today, reason: DROP_REASON })
  return ending.filter(({ membership }) => ids.has(membership.id))
}

/** Returns whether the drop ends a term before its last day: a part of its payment plan is overdue. */
const isCutShort = ({ terms }: NightlyMembership, dropDueOn: Day): boolean =>
  terms.some(({ isActivated, endsOn, endedOn }) => isActivated && (endedOn ?? endsOn) >= dropDueOn)

/** Locks contacts, the people that their memberships cover, and then the memberships, as every other change does. */
const lockAll = async (scope: Scope, tx: SqlRunner, ids: readonly number[]): Promise<void> => {
  const { tenantId } = scope.db
  const holders = await tx.rows<{ id: number; coversPeople: boolean }>(holdersSql(tenantId, ids))
  const covering = holders.filter(({ coversPeople }) => coversPeople).map(({ id }) => id)
  const people = covering.length > 0 ? await listPeopleIds(tx, tenantId, covering) : []
  await lockContacts(tx, { db: { tenantId } }, [...new Set([...holders.map(({ id }) => id), ...people])])
  await lockRows(scope, tx, membershipKind, ids, 'no key update')
}

/** Drops the memberships that are due, and returns what is stored of all after that. */
const dropDue = async (scope: Scope, tx: SqlRunner, planned: readonly PlannedMembership[], today: Day) => {
  const ids = planned.filter(({ plan }) => plan.dropDueOn !== null).map(({ membership }) => membership.id)
  if (ids.length === 0) return planned.map(({ membership }) => membership.stored)
  await tx.rows(dropSql(scope.db.tenantId, ids, today, DROP_REASON))
  const dropped = new Map((await listStored(scope, tx, ids)).map((stored) => [stored.id, stored]))
  return planned.map(({ membership }) => dropped.get(membership.id) ?? membership.stored)
}

/** Raises the versions of the memberships that changed, and records history and events. */
const recordAll = async (scope: Scope, tx: SqlRunner, planned: readonly PlannedMembership[]): Promise<void> => {
  const changes = planned.flatMap(({ membership, plan }) => {
    const event = eventOf(plan)
    if (!event) return []
    const { id, contactId, typeId, auditId } = membership
    const details = {
      changes: { step: event.kind, ...event.payload },
      payload: { membershipId: id, contactId, membershipTypeId: typeId, ...event.payload },
      eventKind: event.kind,
    }
    return changeOf(membershipKind, { id, auditId: auditId + 1 }, 'updated', details)
  })
  if (changes.length === 0) return
  const ids = changes.map(({ entityId }) => entityId)
  await tx.rows(nextVersionsSql(scope.db.tenantId, ids))
  await recordChanges(scope, tx, changes)
}

const eventOf = ({ statusChange, dropDueOn }: NightlyPlan) => {
  if (dropDueOn !== null) return { kind: membershipEvents.dropped, payload: { reason: DROP_REASON } }
  if (!statusChange) return null
  const { status, dueOn } = statusChange
  return { kind: STATUS_EVENTS.get(status) ?? membershipEvents.updated, payload: { status, since: dueOn } }
}
