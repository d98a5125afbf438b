import { shape } from '#kernel/database/shape'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { ruleRefused } from '#kernel/errors/problem'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import type { ClosedPeriod } from '#prisma/client'
import { Prisma } from '#prisma/client'
import { closedPeriodEvents } from './books.events.ts'

/** Reads the last closed day, and locks it against a change until the transaction ends: `lockLastClosedDay`. */
const closedThroughSql = shape<{ tenantId: number }>(
  ({ tenantId }) => Prisma.sql`
  SELECT closed_through::text AS "closedThrough" FROM closed_period WHERE tenant_id = ${tenantId}::int FOR SHARE`,
)

export type StoredClosedPeriod = ClosedPeriod

/** The id of the row: a tenant has one. */
export const CLOSED_PERIOD_ID = 1

export const closedPeriodKind: RecordKind<StoredClosedPeriod> = {
  entity: 'closedperiod',
  noun: 'closed period',
  table: 'closed_period',
  events: closedPeriodEvents,
  find: (models, { tenantId }) => models.closedPeriod.findFirst({ where: { tenantId } }),
}

/** Returns the setting of the closed period, without a lock. */
export const getClosedPeriod = (scope: Scope): Promise<StoredClosedPeriod> =>
  getRecord(scope, closedPeriodKind, CLOSED_PERIOD_ID)

/**
 * Returns the last closed day of the tenant; null if none is closed. It cannot change until the transaction ends: a
 * period is not closed while a document is being posted in it.
 */
export const lockLastClosedDay = async ({ db }: Pick<Scope, 'db'>, tx: SqlRunner): Promise<Day | null> => {
  const [row] = await tx.rows<{ closedThrough: Day | null }>(closedThroughSql({ tenantId: db.tenantId }))
  return row?.closedThrough ?? null
}

/** Returns a day if it is open, else the first open day after it: for postings that cannot be rejected. */
export const findFirstOpenDay = async (scope: Pick<Scope, 'db'>, tx: SqlRunner, day: Day): Promise<Day> => {
  const last = await lockLastClosedDay(scope, tx)
  return last === null || day > last ? day : addDays(last, 1)
}

/**
 * Rejects a posting on a closed day.
 *
 * @param pointer the field of the date; null if the request has none. @throws 422 closed-period.
 */
export const requireOpenPeriod = async (
  scope: Pick<Scope, 'db'>,
  tx: SqlRunner,
  day: Day,
  pointer: string | null = '/Date',
): Promise<void> => {
  const last = await lockLastClosedDay(scope, tx)
  if (last === null || day > last) return
  const faults = pointer === null ? [] : [{ pointer, message: `must be after ${last}` }]
  const advice = pointer === null ? 'Open the period first, or wait until it is over.' : 'Use a later date.'
  throw ruleRefused('closed-period', `The books are closed through ${last}. ${advice}`, faults)
}
