import { setTimeout } from 'node:timers/promises'
import type { PrismaClient } from '#prisma/client'
import type { SqlRunner } from '../database/sql-runner.ts'
import { enqueueJobs } from '../jobs/enqueue.ts'
import { withRows } from '../tenancy/tenant-db.ts'
import { covers, type RelayedEvent, type Subscriber } from './subscriber.ts'

/** The job that delivers one event to one subscriber. */
export const DELIVER_EVENT = 'deliver_event'

const BATCH = 500
/** Jobs per transaction, so that it does not time out with many subscribers. */
const MAX_JOBS = 5000
const TIMES = { timeout: 60_000, maxWait: 10_000 }
const MAX_PAUSE_MS = 15_000

/**
 * Creates a job for each waiting event and subscriber, in one transaction, the oldest events first. Several relays can
 * run at once: each takes events that the others have not locked. Returns the number of events.
 */
export const relayEvents = (system: PrismaClient, subscribers: readonly Subscriber[]): Promise<number> =>
  system.$transaction(async (tx) => {
    const waiting = await tx.$queryRaw<RelayedEvent[]>`
      SELECT tenant_id AS "tenantId", id, kind, traceparent FROM outbox_event WHERE dispatched_at IS NULL
      ORDER BY id LIMIT ${batchFor(subscribers)} FOR UPDATE SKIP LOCKED`
    if (waiting.length === 0) return 0
    const traces = new Map(waiting.map((event) => [keyOf(event), event.traceparent]))
    for (const subscriber of subscribers) {
      const received = await receivedBy(subscriber, withRows(tx), waiting)
      await enqueueJobs(
        tx,
        received.map((event) => deliveryJob(subscriber.name, event, traces.get(keyOf(event)))),
      )
    }
    await tx.$executeRaw`
      UPDATE outbox_event e SET dispatched_at = now()
      FROM unnest(${waiting.map(({ tenantId }) => tenantId)}::int[], ${waiting.map(({ id }) => id)}::bigint[]) AS w (tenant_id, id)
      WHERE e.dispatched_at IS NULL AND e.tenant_id = w.tenant_id AND e.id = w.id`
    return waiting.length
  }, TIMES)

const receivedBy = async (
  { kinds, filter }: Subscriber,
  runner: SqlRunner,
  waiting: readonly RelayedEvent[],
): Promise<readonly RelayedEvent[]> => {
  const matching = waiting.filter(({ kind }) => kinds.some((pattern) => covers(pattern, kind)))
  if (!filter || matching.length === 0) return matching
  return filter(runner, matching)
}

const batchFor = (subscribers: readonly Subscriber[]): number =>
  Math.max(1, Math.min(BATCH, Math.floor(MAX_JOBS / Math.max(1, subscribers.length))))

const keyOf = ({ tenantId, id }: RelayedEvent): string => `${tenantId}:${id}`

const deliveryJob = (subscriber: string, { tenantId, id }: RelayedEvent, traceparent?: string | null) => ({
  name: DELIVER_EVENT,
  payload: { subscriber, tenantId, eventId: id.toString(), ...(traceparent && { traceparent }) },
  key: `event:${subscriber}:${id}`,
})

/**
 * Relays events until it is stopped: without a pause while batches are full, else once per interval (milliseconds). A
 * batch costs some milliseconds, so the relay of a busy server would otherwise run all the time for a few events each.
 */
export const startRelay = (
  system: PrismaClient,
  subscribers: readonly Subscriber[],
  options: { interval: number; onError: (error: unknown) => void },
): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  const wait = (ms: number) => setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  const full = batchFor(subscribers)
  const run = async () => {
    let pause = options.interval
    while (!stopping.signal.aborted) {
      try {
        const taken = await relayEvents(system, subscribers)
        pause = options.interval
        if (taken < full) await wait(pause)
      } catch (error) {
        options.onError(error)
        await wait(pause)
        pause = Math.min(pause * 2, MAX_PAUSE_MS)
      }
    }
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
