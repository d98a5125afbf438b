import type { SqlRunner } from '#kernel/database/sql-runner'
import { numberOfLevel, SERVER_SOURCE } from '../tenant-log/tenant-log.model.ts'
import { addLogEvents, type LogEvent, type LogWriter } from '../tenant-log/tenant-log.service.ts'
import { FAILURE_KINDS, type FailureKind, withoutAddresses } from './failure-kinds.model.ts'
import { type CountOfType, countsOfDaySql, recentFailureSql } from './failures.sql.ts'

/** A failure of background work. */
export interface Failure {
  kind: FailureKind
  /** The record that it concerns; null for none. */
  key: string | number | bigint | null
  /** The kind of the record, if it is not that of the kind of failure. */
  entityType?: string
  /** What has happened and why, in sentences, without personal data. Mail addresses are removed. */
  what: string
  /** Ids and other values that help to find the cause. Never a secret, nor personal data. */
  details?: Readonly<Record<string, unknown>>
}

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
  const { logType, level } = FAILURE_KINDS[failure.kind]
  const recent = { type: logType, level: numberOfLevel(level), tag: failure.kind, since }
  if ((await tx.rows(recentFailureSql(scope.db.tenantId, recent))).length === 0) await addFailures(scope, tx, [failure])
}

const eventOf = ({ kind, key, entityType, what, details }: Failure): LogEvent => {
  const { level, logType, entityType: usual, remedy } = FAILURE_KINDS[kind]
  return {
    level,
    logType,
    message: `${withoutAddresses(what)} ${remedy}`,
    source: SERVER_SOURCE,
    ...(key !== null && { entityType: entityType ?? usual, entityKey: String(key) }),
    ...(details && { details: JSON.stringify(details) }),
    tags: [kind],
  }
}

const lastOf = ({ level, logType }: LogEvent): LogEvent => ({
  level,
  logType,
  source: SERVER_SOURCE,
  tags: ['limit'],
  message: `The log has ${MAX_PER_DAY} failures of the type ${logType} today (UTC). Further ones are not written before tomorrow.`,
})
