import type { Area } from '#areas/area'
import { syncFollowers } from '#areas/integration/association-sync/followers.service'
import { addTo } from '#kernel/registers/register'
import { nationalRegistry } from './national-registry.routes.ts'
import { registryFigures } from './queue/queue.figures.ts'
import { registryRetention, registryTasks, registryTimes } from './queue/queue.job.ts'
import { registryFollower } from './queue/queue.service.ts'
import { registryFailures } from './queue/registry-failures.model.ts'

export const nationalRegistryArea: Area = {
  routes: [nationalRegistry],
  failures: Object.values(registryFailures),
  outsideTasks: registryTasks,
  cron: [registryTimes],
  retention: () => [registryRetention],
  figures: registryFigures,
  additions: [addTo(syncFollowers, registryFollower)],
}
