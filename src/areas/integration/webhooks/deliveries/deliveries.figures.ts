import type { Figure } from '#kernel/metrics/figure'
import { withRows } from '#kernel/tenancy/tenant-db'
import { type LaneLoad, laneLoadsSql } from './deliveries.sql.ts'

const byLane = (figure: Pick<Figure, 'name' | 'help'>, pick: (lane: LaneLoad) => number): Figure => ({
  ...figure,
  label: 'receivers',
  read: async (system) => {
    const lanes = await withRows(system).rows<LaneLoad>(laneLoadsSql)
    return lanes.map((lane) => ({ of: lane.isUnwell ? 'unwell' : 'well', value: pick(lane) }))
  },
})

/** The load of receivers that are well, and of those that failed or were slow in the last attempt. */
export const deliveryFigures: readonly Figure[] = [
  byLane(
    { name: 'webhook_deliveries_waiting', help: 'Deliveries that are under way, due or waiting for a retry.' },
    ({ waiting }) => waiting,
  ),
  byLane(
    { name: 'webhook_oldest_due_seconds', help: 'Seconds since the oldest waiting delivery became due.' },
    ({ oldestDue }) => oldestDue,
  ),
]
