import type { SqlRunner } from '#kernel/database/sql-runner'
import { type Failure, withoutAddresses } from './failure-kinds.ts'
import { type CountOfType, countsOfDaySql, recentFailureSql } from './failures-sql.ts'
import { numberOfLevel, SERVER_SOURCE } from './log-event-texts.ts'
import { addLogEvents, type LogEvent, type LogWriter } from './log-events.ts'

/** Failures of one type and severity that the log of a tenant takes per day (UTC): a storm must not fill it. */
const MAX_PER_DAY = 1000
const HOUR_MS = 3_600_000

/**
 * Writes failures of background work to the log of the tenant, in the transaction that settles the work, so that each is
 * written once. After 1,000 events of a type and severity on a day, one more says so, and the others are left out. Callers
 * limited to chapters do not see the counts: their failures are not limited.
 */
export const addFailures = async (scope: LogWriter, tx: SqlRunner, failures: readonly Failure[]): Promise<void> => {
  if (failures.length === 0) return
  const events = failures.map(eventOf)
  const types = [...new Set(events.map(({ logType }) => logType))]
  const rows = await tx.rows<CountOfType>(countsOfDaySql(scope.db.tenantId, types, scope.clock.now()))
  const counts = new Map(rows.map(({ type, level, n }) => [`${level} ${type}`, n]))
  const bounded = events.flatMap((event) => {
    const key = `${event.level} ${event.logType}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    if (count < MAX_PER_DAY) return [event]
    return count === MAX_PER_DAY ? [lastOf(event)] : []
  })
  await addLogEvents(scope, tx, bounded)
}

/** Writes a failure that lasts, unless the log has one of its kind from the last hour. */
export const addLastingFailure = async (scope: LogWriter, tx: SqlRunner, failure: Failure): Promise<void> => {
  const since = new Date(scope.clock.now().getTime() - HOUR_MS)
  const { logType, level, name } = failure.kind
  const recent = { type: logType, level: numberOfLevel(level), tag: name, since }
  if ((await tx.rows(recentFailureSql(scope.db.tenantId, recent))).length === 0) await addFailures(scope, tx, [failure])
}

const eventOf = ({ kind, key, entityType, what, details }: Failure): LogEvent => {
  const { name, level, logType, entityType: usual, remedy } = kind
  return {
    level,
    logType,
    message: `${withoutAddresses(what)} ${remedy}`,
    source: SERVER_SOURCE,
    ...(key !== null && { entityType: entityType ?? usual, entityKey: String(key) }),
    ...(details && { details: JSON.stringify(details) }),
    tags: [name],
  }
}

const lastOf = ({ level, logType }: LogEvent): LogEvent => ({
  level,
  logType,
  source: SERVER_SOURCE,
  tags: ['limit'],
  message: `The log has ${MAX_PER_DAY} failures of the type ${logType} today (UTC). Further ones are not written before tomorrow.`,
})
