import type { RelayedEvent, Subscriber } from '#kernel/outbox/subscriber'
import { lockRecordIfPresent } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { OutboxEvent } from '#prisma/client'
import { appOf } from '../catalog/catalog.model.ts'
import { isReady } from '../native-integrations.model.ts'
import { integrationKind } from '../native-integrations.queries.ts'
import { addExecution } from './executions.service.ts'
import { eventsOfIntegrationsSql, integrationsOfEventSql } from './executions.sql.ts'

/** Starts the integrations whose events these are. */
export const nativeEvents: Subscriber = {
  name: 'native-integrations',
  kinds: ['*'],
  filter: (runner, events) => runner.rows<RelayedEvent>(eventsOfIntegrationsSql(events)),
  handle: async (scope, tx, event) => {
    const started = await tx.rows<{ id: number }>(integrationsOfEventSql(scope.db.tenantId, event.kind))
    for (const { id } of started) await startBy(scope, tx, id, event)
  },
}

/**
 * Starts a run by an event. A run that was not tried yet reads the current records, so that it also covers this event,
 * unless each event is sent.
 */
const startBy = async (scope: Scope, tx: Transaction, id: number, event: OutboxEvent): Promise<void> => {
  const integration = await lockRecordIfPresent(scope, tx, integrationKind, id)
  if (!integration || !isReady(integration)) return
  const { isPerEvent = false } = appOf(integration)
  if (!isPerEvent && (await hasUntried(scope, tx, id))) return
  const number = isPerEvent ? String(event.entityId) : null
  const eventId = isPerEvent ? event.id : null
  await addExecution(scope, tx, id, { trigger: event.kind, number, eventId, dueAt: scope.clock.now() })
}

/** Returns whether a run is due now and was not tried yet. */
const hasUntried = async ({ db, clock }: Scope, tx: Transaction, integrationId: number): Promise<boolean> =>
  (await tx.nativeExecution.count({
    where: { tenantId: db.tenantId, integrationId, status: 'Pending', attempts: 0, dueAt: { lte: clock.now() } },
  })) > 0
