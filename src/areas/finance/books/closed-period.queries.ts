import type { SqlRunner } from '#kernel/database/sql-runner'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { closedThroughSql } from './closed-period.sql.ts'

/**
 * Returns the last closed day of the tenant; null if none is closed. It cannot change until the transaction ends: a
 * period is not closed while a document is being posted in it.
 */
export const closedThrough = async ({ db }: Pick<Scope, 'db'>, tx: SqlRunner): Promise<Day | null> => {
  const [row] = await tx.rows<{ closedThrough: Day | null }>(closedThroughSql({ tenantId: db.tenantId }))
  return row?.closedThrough ?? null
}

/** Returns a day if it is open, else the first open day after it: for postings that cannot be rejected. */
export const firstOpenDay = async (scope: Pick<Scope, 'db'>, tx: SqlRunner, day: Day): Promise<Day> => {
  const last = await closedThrough(scope, tx)
  return last === null || day > last ? day : addDays(last, 1)
}

/** Rejects a posting on a closed day. @param pointer the field of the date, for the error. @throws 422 closed-period. */
export const requireOpenPeriod = async (
  scope: Pick<Scope, 'db'>,
  tx: SqlRunner,
  day: Day,
  pointer = '/Date',
): Promise<void> => {
  const last = await closedThrough(scope, tx)
  if (last === null || day > last) return
  throw ruleRefused('closed-period', `The books are closed through ${last}. Use a later date.`, [
    { pointer, message: `must be after ${last}` },
  ])
}
