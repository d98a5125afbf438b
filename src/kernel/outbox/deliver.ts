import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Scope } from '../tenancy/scope.ts'
import { openTenantDb } from '../tenancy/tenant-db.ts'
import type { Clock } from '../time/clock.ts'
import type { Subscriber } from './subscriber.ts'

export interface Delivery {
  subscriber: string
  tenantId: number
  /** A bigint as decimal digits. */
  eventId: string
}

export interface WorkContext {
  database: Database
  clock: Clock
  log: FastifyBaseLogger
}

/** Delivers one event to one subscriber, unless there is a receipt for it. */
export const deliverEvent = async (
  context: WorkContext,
  subscribers: readonly Subscriber[],
  delivery: Delivery,
): Promise<void> => {
  const subscriber = subscribers.find(({ name }) => name === delivery.subscriber)
  if (!subscriber) return context.log.warn({ ...delivery }, 'an event of an unknown subscriber is not delivered')
  const { tenantId } = delivery
  const id = Number(delivery.eventId)
  const scope = await systemScope(context, tenantId)
  await scope.db.transaction(async (tx) => {
    const receipt = { tenantId, eventId: id, subscriber: subscriber.name }
    const { count } = await tx.outboxReceipt.createMany({ data: [receipt], skipDuplicates: true })
    if (count === 0) return
    const event = await tx.outboxEvent.findFirst({ where: { tenantId, id } })
    if (event) await subscriber.handle(scope, tx, event)
  })
}

/** Returns the scope of work without a caller, such as jobs: it may do everything in one tenant. */
export const systemScope = async ({ database, clock, log }: WorkContext, tenantId: number): Promise<Scope> => ({
  tenant: await database.system.tenant.findFirstOrThrow({ where: { id: tenantId } }),
  actor: { kind: 'system', id: 0 },
  grants: new Set(['admin']),
  db: openTenantDb(database, tenantId),
  chapters: null,
  clock,
  requestId: `job-${crypto.randomUUID()}`,
  log,
})
