import type { Figure } from '#kernel/metrics/figure'
import type { PrismaClient } from '#prisma/client'

interface Lane {
  is_unwell: boolean
  waiting: number
  oldest_due: number
}

/** Both lanes, of which each has its row though nothing waits in it. By an index that holds nothing else. */
const readLanes = (system: PrismaClient): Promise<Lane[]> => system.$queryRaw<Lane[]>`
  SELECT lane.is_unwell, count(d.id)::int AS waiting,
    coalesce(greatest(0, extract(epoch FROM now() - min(d.due_at))), 0)::float8 AS oldest_due
  FROM (VALUES (false), (true)) AS lane (is_unwell)
  LEFT JOIN (webhook_delivery d JOIN webhook w
      ON w.tenant_id = d.tenant_id AND w.id = d.webhook_id AND d.status IN ('waiting', 'sending')
        AND (d.is_test OR NOT w.is_paused))
    ON w.is_unwell = lane.is_unwell
  GROUP BY lane.is_unwell`

const byLane = (figure: Pick<Figure, 'name' | 'help'>, pick: (lane: Lane) => number): Figure => ({
  ...figure,
  label: 'receivers',
  read: async (system) =>
    (await readLanes(system)).map((lane) => ({ of: lane.is_unwell ? 'unwell' : 'well', value: pick(lane) })),
})

/** What waits for receivers that answer, and for those that failed or were slow the last time. */
export const waitingFigures: readonly Figure[] = [
  byLane(
    { name: 'webhook_deliveries_waiting', help: 'Deliveries under way, or waiting for their turn or another try.' },
    ({ waiting }) => waiting,
  ),
  byLane(
    { name: 'webhook_oldest_due_seconds', help: 'Seconds for which the delivery that waits longest has been due.' },
    ({ oldest_due }) => oldest_due,
  ),
]
