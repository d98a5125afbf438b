import type { ClosedPeriodInput } from '#contract/finance/closed-period'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf, dayOf, todayOf } from '#kernel/time/day'
import { CLOSED_PERIOD_ID, closedPeriodKind, type StoredClosedPeriod } from './closed-period.queries.ts'

/** Closes a period, or opens it. @throws 400, 409 stale-audit-id, 412, 422 closed-period-day. */
export const saveClosedPeriod = (
  scope: Scope,
  { ClosedThrough }: ClosedPeriodInput,
  expected: ExpectedVersion,
): Promise<StoredClosedPeriod> =>
  scope.db.transaction((tx) =>
    changeClosedPeriod(scope, tx, expected, () => {
      if (ClosedThrough === undefined) throw badInput('/ClosedThrough', 'is required; null opens the period')
      const day = parseClosedThrough(scope, ClosedThrough, '/ClosedThrough')
      return { closedThrough: day, chosenThrough: day }
    }),
  )

export type ClosedPeriodData = Pick<StoredClosedPeriod, 'closedThrough' | 'chosenThrough'>

/**
 * Changes the closed period of the tenant. Waits for documents that are being posted; those that are posted later see it.
 *
 * @param parse returns the new values. @throws 409 stale-audit-id, 412; what `parse` throws.
 */
export const changeClosedPeriod = async (
  scope: Scope,
  tx: Transaction,
  expected: ExpectedVersion | undefined,
  parse: (current: StoredClosedPeriod) => ClosedPeriodData,
): Promise<StoredClosedPeriod> => {
  const { tenantId } = scope.db
  const current = await lockRecord(scope, tx, closedPeriodKind, CLOSED_PERIOD_ID, expected)
  const data = parse(current)
  if (isSameDay(data.closedThrough, current.closedThrough) && isSameDay(data.chosenThrough, current.chosenThrough))
    return current
  const where = { tenantId_id: { tenantId, id: CLOSED_PERIOD_ID } }
  const saved = await tx.closedPeriod.update({ where, data: { ...data, ...NEXT_VERSION } })
  const closedThrough = data.closedThrough && dayOf(data.closedThrough)
  const payload = { closedThrough, isOpened: (current.closedThrough ?? 0) > (data.closedThrough ?? 0) }
  await recordChange(scope, tx, changeOf(closedPeriodKind, saved, 'updated', { payload }))
  return saved
}

const isSameDay = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

/**
 * Parses the last closed day; null closes none. Today stays open, so that everything can be posted today.
 *
 * @throws 422 closed-period-day.
 */
export const parseClosedThrough = (
  scope: Pick<Scope, 'tenant' | 'clock'>,
  sent: string | null,
  pointer: string,
): Date | null => {
  if (!sent) return null
  const today = todayOf(scope)
  if (sent >= today) throw closedPeriodDay(pointer, `must be before ${today}`)
  return dateOf(sent)
}

/** Returns the problem 422 for a last day that cannot be. */
export const closedPeriodDay = (pointer: string, message: string) =>
  ruleRefused('closed-period-day', 'The last day of the closed period is not valid.', [{ pointer, message }])
