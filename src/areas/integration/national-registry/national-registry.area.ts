import type { Area } from '#areas/area'
import { registryFigures } from './queue/queue.figures.ts'
import { registryRetention, registryTasks, registryTimes } from './queue/queue.job.ts'
import { registryKeys } from './registry-keys.queries.ts'

export const nationalRegistryArea: Area = {
  sealed: [registryKeys],
  outsideTasks: registryTasks,
  cron: [registryTimes],
  retention: () => [registryRetention],
  figures: registryFigures,
}
