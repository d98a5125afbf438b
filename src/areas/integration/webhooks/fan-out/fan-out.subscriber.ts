import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { RelayedEvent, Subscriber } from '#kernel/outbox/subscriber'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { OutboxEvent } from '#prisma/client'
import { writeThinBody } from '../deliveries/deliveries.model.ts'
import { receivedEventsSql, type Target, targetsSql } from './fan-out.sql.ts'
import { prepareJob } from './preparation.job.ts'

/** Creates one delivery of an event for each webhook whose filters match it. */
const fanOut = async (scope: Scope, tx: Transaction, event: OutboxEvent): Promise<void> => {
  const { tenantId } = scope.db
  const { id: eventId, kind, occurredAt } = event
  const targets = await tx.rows<Target>(targetsSql(tenantId, kind))
  if (targets.length === 0) return
  const body = writeThinBody(scope.tenant.key, event)
  const now = scope.clock.now()
  await tx.webhookDelivery.createMany({
    data: targets.map(({ id, payloadStyle, isPaused }) => ({
      tenantId,
      webhookId: id,
      eventId,
      kind,
      occurredAt,
      dueAt: now,
      createdAt: now,
      ...(payloadStyle === 'full'
        ? { body: null, status: 'preparing' }
        : { body, status: isPaused ? 'held' : 'waiting' }),
    })),
  })
  if (targets.some(({ payloadStyle }) => payloadStyle === 'full'))
    await enqueueJobs(tx, [prepareJob(tenantId, eventId)])
}

/**
 * Finds the events that a webhook receives: otherwise an import of a million contacts would create a million jobs for
 * tenants without webhooks.
 */
const findReceived: Subscriber['filter'] = (runner, events) => runner.rows<RelayedEvent>(receivedEventsSql(events))

/** A webhook can receive every event. */
export const webhookEventsSubscriber: Subscriber = {
  name: 'webhooks',
  kinds: ['*'],
  filter: findReceived,
  handle: fanOut,
}
