import type { JobSpec } from '#kernel/jobs/enqueue'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { writeFullBody } from '../deliveries/deliveries.model.ts'
import { failUnpreparedOfEventSql } from '../deliveries/deliveries.sql.ts'
import { readRecord } from '../records.queries.ts'
import { prepareDeliveriesSql, unpreparedCountSql } from './fan-out.sql.ts'

/** The job that reads the record of an event for deliveries in the full style. */
export const PREPARE_DELIVERIES = 'webhooks.prepare'

/** Returns the job that prepares deliveries. Its key makes it one waiting job per event. */
export const prepareJob = (tenantId: number, eventId: number): JobSpec => ({
  name: PREPARE_DELIVERIES,
  payload: { tenantId, eventId: String(eventId) },
  key: `webhooks:${eventId}`,
})

/** Reads the record of an event once for all its deliveries. If the event is deleted, the deliveries fail. */
export const prepareDeliveries: Task = async (context, payload) => {
  const { tenantId, eventId } = payload as { tenantId: number; eventId: string }
  const scope = await systemScope(context, tenantId)
  const { db, tenant, clock } = scope
  const id = Number(eventId)
  const [unprepared] = await db.rows<{ count: number }>(unpreparedCountSql(tenantId, id))
  if (!unprepared?.count) return
  const event = await db.prisma.outboxEvent.findFirst({ where: { tenantId, id } })
  if (!event) {
    await db.rows(failUnpreparedOfEventSql(tenantId, id, 'The event is no longer stored.', clock.now()))
    return
  }
  const body = writeFullBody(tenant.key, event, await readRecord(scope, event))
  await db.rows(prepareDeliveriesSql(tenantId, id, body))
}
