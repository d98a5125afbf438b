import { conflict, ruleRefused } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { covers } from '#kernel/outbox/subscriber'
import { lockRecord } from '#kernel/records/lock'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { NativeExecution } from '#prisma/client'
import { appOf } from '../catalog/catalog.model.ts'
import { requireScopes } from '../native-integrations.input.ts'
import { type Integration, isReady, MANUAL, NIGHTLY, scopesOf } from '../native-integrations.model.ts'
import { findNextRuns, integrationKind } from '../native-integrations.queries.ts'
import { latestEventSql } from './executions.sql.ts'
import { runJob } from './runs.model.ts'

export interface NewExecution {
  trigger: string
  number: string | null
  eventId?: number | null
  dueAt: Date
}

/** Adds a run, and requests the job at the time at which the first waiting run is due. Lock the integration first. */
export const addExecution = async (
  scope: Scope,
  tx: Transaction,
  integrationId: number,
  { trigger, number, eventId = null, dueAt }: NewExecution,
): Promise<NativeExecution> => {
  const { tenantId } = scope.db
  const execution = await tx.nativeExecution.create({
    data: {
      tenantId,
      integrationId,
      trigger,
      number,
      eventId,
      dueAt,
      executionId: crypto.randomUUID(),
      actor: actorName(scope.actor),
      createdAt: scope.clock.now(),
    },
  })
  await requestRun(scope, tx, integrationId)
  return execution
}

/**
 * Requests the job of an integration for its next due run; none if no run waits. Lock the integration first.
 *
 * @param notBefore the earliest time of the job, after the other side was unavailable.
 */
export const requestRun = async (
  scope: Scope,
  tx: Transaction,
  integrationId: number,
  notBefore = new Date(0),
): Promise<void> => {
  const dueAt = (await findNextRuns(scope, integrationId, tx)).get(integrationId)
  if (!dueAt) return
  const runAt = dueAt > notBefore ? dueAt : notBefore
  await enqueueJobs(tx, [runJob(scope.db.tenantId, integrationId, runAt)])
}

/**
 * Queues a run that a caller starts.
 *
 * @throws 403 insufficient-scope; 404; 409 integration-not-ready, run-under-way; 422 unknown-trigger.
 */
export const execute = (
  scope: Scope,
  id: number,
  { trigger, number }: { trigger: string; number: string | null },
): Promise<NativeExecution> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const integration = await lockRecord(scope, tx, integrationKind, id)
    if (!isReady(integration))
      throw conflict('integration-not-ready', 'The integration is not connected and configured. Do both first.')
    requireScopes(scope, scopesOf(integration))
    const eventId = await findEvent(scope, tx, integration, trigger, number)
    const underWay = await tx.nativeExecution.findFirst({
      where: { tenantId, integrationId: id, trigger, number, endedAt: null },
      select: { executionId: true },
    })
    if (underWay)
      throw conflict('run-under-way', 'A run with the same trigger and number waits or runs.', {
        ExecutionId: underWay.executionId,
      })
    return addExecution(scope, tx, id, { trigger, number, eventId, dueAt: scope.clock.now() })
  })

/** Returns the event of a trigger that is a kind of event; null for another trigger. @throws 422 unknown-trigger. */
const findEvent = async (
  { db }: Scope,
  tx: Transaction,
  integration: Integration,
  trigger: string,
  number: string | null,
): Promise<number | null> => {
  const { isScheduled, isPerEvent } = appOf(integration)
  if (trigger === MANUAL || (trigger === NIGHTLY && isScheduled)) return null
  if (!integration.eventKinds.some((pattern) => covers(pattern, trigger)))
    throw ruleRefused('unknown-trigger', `The integration does not have the trigger "${trigger}". Read its Triggers.`)
  if (!isPerEvent) return null
  const [event] = await tx.rows<{ id: number }>(latestEventSql(db.tenantId, trigger, number ?? ''))
  if (event) return event.id
  throw ruleRefused('unknown-trigger', `No event ${trigger} about the record with this number is stored.`)
}

/** Ends runs that wait, because they can no longer succeed. */
export const failWaitingRuns = async (
  { db, clock }: Scope,
  tx: Transaction,
  integrationId: number,
  message: string,
): Promise<void> => {
  await tx.nativeExecution.updateMany({
    where: { tenantId: db.tenantId, integrationId, status: 'Pending' },
    data: { status: 'Failed', message, dueAt: null, endedAt: clock.now() },
  })
}
