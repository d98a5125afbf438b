import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import type { MembershipNightlyRun } from '#prisma/client'
import { listStored } from '../membership-row.service.ts'
import type { StoredMembership } from '../membership-row.sql.ts'
import type { NightlyFacts } from './nightly-run.model.ts'
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
