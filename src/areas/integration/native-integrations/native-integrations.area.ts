import type { Area } from '#areas/area'
import { kinds } from '#kernel/outbox/event-kind'
import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import { nativeSecrets } from './connections/credentials.model.ts'
import { nativeFigures } from './executions/executions.figures.ts'
import { nativeEvents } from './executions/executions.subscriber.ts'
import { nativeDays, nativeRetention, nativeTasks } from './executions/runs.job.ts'
import { nativeIntegrationEvents } from './native-integrations.events.ts'
import { nativeIntegrations } from './native-integrations.routes.ts'

/** What native integrations use. */
const nativeIntegrationUses: readonly RecordUse[] = [
  {
    of: 'calendar',
    user: 'calendar feed',
    users: 'calendar feeds',
    scope: 'native-integrations:read',
    remedy: 'Remove the calendar from the configuration of the feed first.',
    rows: (tenantId) => Prisma.sql`SELECT k.calendar_id::integer AS used_id, i.id, i.values ->> 'Name' AS name
      FROM native_integration i CROSS JOIN LATERAL jsonb_array_elements_text(i.values -> 'CalendarIds') k (calendar_id)
      WHERE i.tenant_id = ${tenantId}::integer AND i.app_id = 'calendar-feed' AND i.values IS NOT NULL`,
  },
]

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
