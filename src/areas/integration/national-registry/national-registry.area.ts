import type { Area } from '#areas/area'
import { syncFollowers } from '#areas/integration/association-sync/followers.service'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import type { Figure } from '#kernel/metrics/figure'
import { addTo } from '#kernel/registers/register'
import { withRows } from '#kernel/tenancy/tenant-db'
import { nationalRegistry } from './national-registry.routes.ts'
import { registryRetention, registryTasks, registryTimes } from './queue/queue.job.ts'
import { registryFailures } from './queue/queue.model.ts'
import { registryFollower } from './queue/queue.service.ts'
import { type QueueLoad, queueLoadSql } from './queue/queue.sql.ts'

const figure = (name: string, help: string, pick: (load: QueueLoad) => number): Figure => ({
  name,
  help,
  read: async (system) => {
    const rows = await withRows(system).rows<QueueLoad>(queueLoadSql)
    return rows.map((row) => ({ value: pick(row) }))
  },
})

/** The changes on their way to and from the national registry. */
const registryFigures: readonly Figure[] = [
  figure('registry_changes_waiting', 'Changes that wait for the national registry.', ({ waiting }) => waiting),
  figure(
    'registry_oldest_change_seconds',
    'Seconds since the oldest change that waits for the national registry was added.',
    ({ seconds }) => seconds,
  ),
  figure(
    'registry_changes_given_up',
    'Changes that the registry rejected or did not accept in time.',
    ({ givenUp }) => givenUp,
  ),
]

export const nationalRegistryArea: Area = {
  routes: [nationalRegistry],
  failures: Object.values(registryFailures),
  outsideTasks: registryTasks,
  cron: [registryTimes],
  retention: () => [registryRetention],
  figures: registryFigures,
  additions: [
    addTo(contactMoves, { kind: 'registryEvents', table: 'registry_event', column: 'contact_id', meaning: 'data' }),
    addTo(syncFollowers, registryFollower),
  ],
}
