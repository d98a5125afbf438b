import type { Figure } from '#kernel/metrics/figure'
import { withRows } from '#kernel/tenancy/tenant-db'
import { waitingEventsSql } from './events.sql.ts'

interface WaitingEvents {
  count: number
  seconds: number
}

const figure = (name: string, help: string, pick: (waiting: WaitingEvents) => number): Figure => ({
  name,
  help,
  read: async (system) => {
    const rows = await withRows(system).rows<WaitingEvents>(waitingEventsSql)
    return rows.map((row) => ({ value: pick(row) }))
  },
})

/** The events of the payment processor that are not handled yet. */
export const processorEventFigures: readonly Figure[] = [
  figure('processor_events_waiting', 'Events of the payment processor that wait.', ({ count }) => count),
  figure(
    'processor_oldest_event_seconds',
    'Seconds since the oldest waiting event of the payment processor was received.',
    ({ seconds }) => seconds,
  ),
]
