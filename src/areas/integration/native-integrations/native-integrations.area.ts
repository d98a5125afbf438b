import type { Area } from '#areas/area'
import { kinds } from '#kernel/outbox/event-kind'
import { nativeSecrets } from './connections/credentials.model.ts'
import { nativeFigures } from './executions/executions.figures.ts'
import { nativeEvents } from './executions/executions.subscriber.ts'
import { nativeDays, nativeRetention, nativeTasks } from './executions/runs.job.ts'
import { nativeIntegrationEvents } from './native-integrations.events.ts'
import { nativeIntegrations } from './native-integrations.routes.ts'
import { nativeIntegrationUses } from './native-integrations.uses.ts'

export const nativeIntegrationsArea: Area = {
  routes: [nativeIntegrations],
  events: kinds('native-integrations', {
    [nativeIntegrationEvents.created]: 'Native integration installed',
    [nativeIntegrationEvents.updated]: 'Native integration changed',
    [nativeIntegrationEvents.deleted]: 'Native integration uninstalled',
  }),
  uses: nativeIntegrationUses,
  sealed: nativeSecrets,
  subscribers: [nativeEvents],
  outsideTasks: nativeTasks,
  days: [nativeDays],
  retention: ({ integrationRetentionDays }) => [nativeRetention(integrationRetentionDays)],
  figures: nativeFigures,
}
