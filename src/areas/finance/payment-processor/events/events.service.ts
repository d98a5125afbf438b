import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ReceivedEvent } from '../payment-processor.port.ts'

/** The job that handles an event. */
export const HANDLE_PROCESSOR_EVENT = 'handle_processor_event'

/**
 * Stores events and enqueues their handling, each once: an event that was received before is dropped. Events about one
 * object are handled one at a time.
 */
export const receiveEvents = async (
  { db, clock }: Pick<Scope, 'db' | 'clock'>,
  tx: Transaction,
  events: readonly ReceivedEvent[],
): Promise<void> => {
  const { tenantId } = db
  const receivedAt = clock.now()
  const rows = await tx.processorEvent.createManyAndReturn({
    data: events.map(({ account, ...event }) => ({ tenantId, accountUid: account, receivedAt, ...event })),
    skipDuplicates: true,
    select: { id: true, subjectUid: true },
  })
  await enqueueJobs(
    tx,
    rows.map(({ id, subjectUid }) => ({
      name: HANDLE_PROCESSOR_EVENT,
      payload: { tenantId, eventId: String(id) },
      key: `${HANDLE_PROCESSOR_EVENT}:${tenantId}:${id}`,
      queue: `processor:${tenantId}:${subjectUid}`,
    })),
  )
}
