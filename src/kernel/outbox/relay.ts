import { setTimeout } from 'node:timers/promises'
import type { PrismaClient } from '#prisma/client'
import { enqueueJobs } from '../jobs/enqueue.ts'
import type { Transaction } from '../tenancy/tenant-db.ts'
import { covers, type RelayedEvent, type Subscriber } from './subscriber.ts'

/** The job that hands one event to one subscriber. */
export const DELIVER_EVENT = 'deliver_event'

const BATCH = 500
/** Jobs that one transaction adds at most, so that many subscribers cannot make it run out of time. */
const MOST_JOBS = 5000
const TIMES = { timeout: 60_000, maxWait: 10_000 }
const LONGEST_PAUSE_MS = 15_000

/**
 * Turns waiting events into one job per subscriber, in one transaction, oldest first. Several relays may run at once:
 * each takes what the others have not locked. Returns how many events it took.
 */
export const relayEvents = (system: PrismaClient, subscribers: readonly Subscriber[]): Promise<number> =>
  system.$transaction(async (tx) => {
    const waiting = await tx.$queryRaw<RelayedEvent[]>`
      select tenant_id, id, kind from outbox_event where dispatched_at is null
      order by id limit ${batchFor(subscribers)} for update skip locked`
    if (waiting.length === 0) return 0
    for (const subscriber of subscribers) {
      const wanted = await wantedBy(subscriber, tx, waiting)
      await enqueueJobs(
        tx,
        wanted.map((event) => deliveryJob(subscriber.name, event)),
      )
    }
    await tx.$executeRaw`
      update outbox_event set dispatched_at = now()
      where dispatched_at is null and id = any(${waiting.map(({ id }) => id)}::bigint[])`
    return waiting.length
  }, TIMES)

const wantedBy = async (
  { kinds, among }: Subscriber,
  tx: Pick<Transaction, '$queryRaw'>,
  waiting: readonly RelayedEvent[],
): Promise<readonly RelayedEvent[]> => {
  const matching = waiting.filter(({ kind }) => kinds.some((pattern) => covers(pattern, kind)))
  if (!among || matching.length === 0) return matching
  const wanted = await among(tx, matching)
  return matching.filter(({ id }) => wanted.has(id))
}

const batchFor = (subscribers: readonly Subscriber[]): number =>
  Math.max(1, Math.min(BATCH, Math.floor(MOST_JOBS / Math.max(1, subscribers.length))))

const deliveryJob = (subscriber: string, { tenant_id, id }: RelayedEvent) => ({
  name: DELIVER_EVENT,
  payload: { subscriber, tenantId: tenant_id, eventId: id.toString() },
  key: `event:${subscriber}:${tenant_id}:${id}`,
})

/** Relays until told to stop: at once while there is work, else once per interval (milliseconds), more seldom while it fails. */
export const startRelay = (
  system: PrismaClient,
  subscribers: readonly Subscriber[],
  options: { interval: number; onError: (error: unknown) => void },
): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  const wait = (ms: number) => setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  const run = async () => {
    let pause = options.interval
    while (!stopping.signal.aborted) {
      try {
        const taken = await relayEvents(system, subscribers)
        pause = options.interval
        if (taken === 0) await wait(pause)
      } catch (error) {
        options.onError(error)
        await wait(pause)
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
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
