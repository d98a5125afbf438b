import { enqueueJobs, type JobSpec } from '#kernel/jobs/enqueue'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import type { RelayedEvent, Subscriber } from '#kernel/outbox/subscriber'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type OutboxEvent, Prisma } from '#prisma/client'
import { fullBody, thinBody } from '../deliveries/body.model.ts'
import { failUnprepared } from '../deliveries/deliveries.sql.ts'
import { countUnprepared, readRecord } from '../records/records.queries.ts'

/** The job that reads an event's record for the webhooks that want it whole. */
export const PREPARE_DELIVERIES = 'webhooks.prepare'

interface Target {
  id: number
  payload_style: string
  is_paused: boolean
}

/** Puts down one delivery of an event for each webhook whose filters take it. */
const fanOut = async (scope: Scope, tx: Transaction, event: OutboxEvent): Promise<void> => {
  const { tenantId } = scope.db
  const { id: eventId, kind, occurredAt } = event
  // Held against a pause: what it must hold back is either put down by then, or sees it.
  const patterns = [kind, `${kind.slice(0, kind.indexOf('.'))}.*`, '*']
  const targets = await tx.$queryRaw<Target[]>`SELECT id, payload_style, is_paused FROM webhook
    WHERE tenant_id = ${tenantId} AND deleted_at IS NULL AND filters && ${patterns} ORDER BY id FOR SHARE`
  if (targets.length === 0) return
  const body = thinBody(scope.tenant.key, event)
  const now = scope.clock.now()
  await tx.webhookDelivery.createMany({
    data: targets.map(({ id, payload_style, is_paused }) => ({
      ...{ tenantId, webhookId: id, eventId, kind, occurredAt, dueAt: now, createdAt: now },
      ...(payload_style === 'full'
        ? { body: null, status: 'preparing' }
        : { body, status: is_paused ? 'held' : 'waiting' }),
    })),
  })
  if (!targets.some(({ payload_style }) => payload_style === 'full')) return
  await enqueueJobs(tx, [prepareJob(tenantId, eventId)])
}

/** One waiting job for an event, however often its record is asked for. */
export const prepareJob = (tenantId: number, eventId: bigint): JobSpec => ({
  name: PREPARE_DELIVERIES,
  payload: { tenantId, eventId: String(eventId) },
  key: `webhooks:${tenantId}:${eventId}`,
})

/** Those of the events that a filter of their tenant takes: an import of a million contacts makes no million jobs. */
const among: Subscriber['among'] = async (tx, events) => {
  const of = <K extends keyof RelayedEvent>(column: K) => events.map((event) => event[column])
  const rows = await tx.$queryRaw<{ id: bigint }[]>`SELECT e.id
    FROM unnest(${of('tenant_id')}::int[], ${of('id')}::bigint[], ${of('kind')}::text[]) AS e (tenant_id, id, kind)
    WHERE EXISTS (SELECT FROM webhook w WHERE w.tenant_id = e.tenant_id AND w.deleted_at IS NULL
      AND w.filters && ARRAY[e.kind, split_part(e.kind, '.', 1) || '.*', '*'])`
  return new Set(rows.map(({ id }) => id))
}

/** Webhooks may hear of every event. */
export const webhookEventsSubscriber: Subscriber = { name: 'webhooks', kinds: ['*'], among, handle: fanOut }

/** Reads the record once and gives it to every delivery of the event that waits for it. Where the event is gone, they fail. */
export const prepareDeliveries: Task = async (context, payload) => {
  const { tenantId, eventId } = payload as { tenantId: number; eventId: string }
  const scope = await systemScope(context, tenantId)
  const id = BigInt(eventId)
  if ((await countUnprepared(scope, id)) === 0) return
  const event = await scope.db.prisma.outboxEvent.findFirst({ where: { tenantId, id } })
  if (!event) {
    const which = Prisma.sql`d.tenant_id = ${tenantId} AND d.event_id = ${id}`
    await scope.db.rows(failUnprepared(which, 'The event is kept no longer.', scope.clock.now()))
    return
  }
  const record = await readRecord(scope, event)
  const body = fullBody(scope.tenant.key, event, record)
  await scope.db.rows(Prisma.sql`WITH target AS MATERIALIZED (
      SELECT w.id, w.is_paused FROM webhook w WHERE w.tenant_id = ${tenantId} FOR SHARE
    ) UPDATE webhook_delivery d SET body = ${body}, status = CASE WHEN t.is_paused THEN 'held' ELSE 'waiting' END
    FROM target t WHERE d.tenant_id = ${tenantId} AND d.event_id = ${id} AND d.webhook_id = t.id AND d.status = 'preparing'`)
}
