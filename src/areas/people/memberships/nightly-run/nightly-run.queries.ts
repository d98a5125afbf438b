import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import type { MembershipNightlyRun } from '#prisma/client'
import { listStored } from '../membership-row.service.ts'
import type { StoredMembership } from '../memberships.sql.ts'
import {
  type Counts,
  countEffects,
  DROP_NOTICE_DAYS,
  type Effect,
  isEmptyPlan,
  type NightlyFacts,
  type NightlyPlan,
  planNightlyRun,
} from './nightly-run.model.ts'
import { dueIdsSql, nightlyDetailsSql, noticesSql } from './nightly-run.sql.ts'

/** Whether nightly runs of the tenant send notices, invoice and drop, and since when. */
export interface NightlySwitch {
  isOn: boolean
  switchedAt: Date | null
}

export const getNightlySwitch = async ({ db }: Scope): Promise<NightlySwitch> => {
  const found = await db.prisma.membershipNightlySwitch.findFirst({
    where: { tenantId: db.tenantId },
    orderBy: { id: 'desc' },
  })
  return found ?? { isOn: false, switchedAt: null }
}

/** Finds the run of the latest day; null before the first run. */
export const findLastRun = ({ db }: Scope): Promise<MembershipNightlyRun | null> =>
  db.prisma.membershipNightlyRun.findFirst({ where: { tenantId: db.tenantId }, orderBy: { day: 'desc' } })

/** Lists the ids of the memberships that a nightly run has to check, ascending. */
export const listDueIds = async ({ db }: Scope, day: Day, isOn: boolean): Promise<number[]> => {
  const rows = await db.rows<{ id: number }>(dueIdsSql(db.tenantId, day, isOn))
  return rows.map(({ id }) => id)
}

interface NightlyDetails {
  id: number
  auditId: number
  typeId: number
  typeName: string
  levelName: string | null
  contactName: string
  firstName: string | null
  /** For an organization without an address, that of its primary contact. */
  emailAddress: string | null
  isHolderDeleted: boolean
  isOverlapped: boolean
  isSynchronized: boolean
  hasWaitingLevelChange: boolean
}

/** A membership with the facts that a nightly run depends on. */
export interface NightlyMembership
  extends NightlyFacts,
    Omit<NightlyDetails, 'hasWaitingLevelChange'>,
    Pick<StoredMembership, 'contactId'> {
  stored: StoredMembership
  /** Whether a term or a level change waits for its payment. */
  isWaiting: boolean
}

/** Lists memberships with the facts that a nightly run depends on, by id. */
export const listNightlyMemberships = async (
  scope: Scope,
  tx: SqlRunner,
  ids: readonly number[],
): Promise<NightlyMembership[]> => {
  const { tenantId } = scope.db
  // Notices have a statement of their own: their table grows during a run, and a plan for an empty table is slow later.
  const [all, details, notices] = await Promise.all([
    listStored(scope, tx, ids),
    tx.rows<NightlyDetails>(nightlyDetailsSql(tenantId, ids)),
    tx.rows<{ id: number; notice: string }>(noticesSql(tenantId, ids)),
  ])
  const detailsById = new Map(details.map((one) => [one.id, one]))
  const noticed = new Map<number, string[]>()
  for (const { id, notice } of notices) noticed.set(id, [...(noticed.get(id) ?? []), notice])
  return all.flatMap((stored) => {
    const found = detailsById.get(stored.id)
    if (!found) return []
    const { hasWaitingLevelChange, ...rest } = found
    const isWaiting = hasWaitingLevelChange || stored.terms.some(({ isActivated }) => !isActivated)
    const hasAddress = rest.emailAddress !== null
    return [{ ...stored, ...rest, stored, isWaiting, hasAddress, noticed: noticed.get(stored.id) ?? [] }]
  })
}

export interface PreviewedEffect {
  membership: NightlyMembership
  effect: Effect
  reason: string
  dueOn: Day
}

export interface NightlyPreview {
  counts: Counts
  total: number
  page: PreviewedEffect[]
}

/** Memberships that one statement reads. */
const CHUNK = 1000

/**
 * Previews the nightly run of a day as if it were switched on and all days before it had run. Plans as the run does and
 * writes nothing. Reads all due memberships for each page, so that the counts are exact.
 *
 * @param day not before the tenant's current day.
 */
export const previewNightlyRun = async (
  scope: Scope,
  day: Day,
  skip: number,
  take: number,
): Promise<NightlyPreview> => {
  const ids = await listDueIds(scope, day, true)
  const effects: Effect[] = []
  const page: PreviewedEffect[] = []
  for (let from = 0; from < ids.length; from += CHUNK) {
    for (const membership of await listNightlyMemberships(scope, scope.db, ids.slice(from, from + CHUNK))) {
      const plan = planNightlyRun(membership, day, true)
      if (isEmptyPlan(plan)) continue
      for (const one of previewPlan(membership, plan)) {
        if (effects.length >= skip && page.length < take) page.push(one)
        effects.push(one.effect)
      }
    }
  }
  return { counts: countEffects(effects), total: effects.length, page }
}

const previewPlan = (
  membership: NightlyMembership,
  { statusChange, dropDueOn, invoiceDueOn, notices }: NightlyPlan,
): PreviewedEffect[] => {
  const one = (effect: Effect, dueOn: Day, reason: string): PreviewedEffect => ({ membership, effect, dueOn, reason })
  return [
    ...(statusChange ? previewStatus(statusChange, membership.partDueOn, one) : []),
    ...(dropDueOn === null ? [] : [one('dropped', dropDueOn, dropReason(membership, dropDueOn))]),
    ...(invoiceDueOn === null ? [] : [one('invoiced', invoiceDueOn, 'The renewal is due to be invoiced.')]),
    ...notices.map(({ kind, dueOn, endsOn }) => one(`${kind}_notice`, dueOn, `${NOTICE_REASONS[kind]} ${endsOn}.`)),
  ]
}

const previewStatus = (
  { status, dueOn }: NonNullable<NightlyPlan['statusChange']>,
  partDueOn: Day | null,
  one: (effect: Effect, dueOn: Day, reason: string) => PreviewedEffect,
): PreviewedEffect[] => {
  if (status === 'Active') return [one('begun', dueOn, 'Its term begins.')]
  const isUnpaid = partDueOn !== null && partDueOn < dueOn
  if (status === 'Grace' && isUnpaid) return [one('graced', dueOn, `A part was due on ${partDueOn}; grace begins.`)]
  if (status === 'Grace') return [one('graced', dueOn, `Ended on ${addDays(dueOn, -1)}; grace begins.`)]
  return status === 'Lapsed' ? [one('lapsed', dueOn, `Grace ended on ${addDays(dueOn, -1)}.`)] : []
}

const dropReason = ({ partDueOn, graceDays, unpaidDueOn }: NightlyMembership, dropDueOn: Day): string => {
  if (partDueOn !== null && addDays(partDueOn, graceDays + 1) === dropDueOn)
    return `A part was due on ${partDueOn} and grace is over.`
  return unpaidDueOn === null
    ? 'Not renewed by the end of grace.'
    : `Not renewed: the renewal invoice was due on ${unpaidDueOn} and grace is over.`
}

const NOTICE_REASONS = {
  expiring: 'Ends on',
  grace: 'In grace since it ended on',
  dropped: `Dropped within the last ${DROP_NOTICE_DAYS} days; ended on`,
} as const
