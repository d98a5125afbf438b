import type { Area } from '#areas/area'
import type { Figure } from '#kernel/metrics/figure'
import { kinds } from '#kernel/outbox/event-kind'
import type { RecordUse } from '#kernel/records/uses'
import { withRows } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { nativeSecrets } from './connections/credentials.model.ts'
import { type RunLoad, runLoadSql } from './executions/executions.sql.ts'
import { nativeEvents } from './executions/executions.subscriber.ts'
import { nativeDays, nativeRetention, nativeTasks } from './executions/runs.job.ts'
import { nativeIntegrationEvents } from './native-integrations.events.ts'
import { nativeIntegrations } from './native-integrations.routes.ts'

const figure = (name: string, help: string, pick: (load: RunLoad) => number): Figure => ({
  name,
  help,
  read: async (system) => {
    const rows = await withRows(system).rows<RunLoad>(runLoadSql)
    return rows.map((row) => ({ value: pick(row) }))
  },
})

/** The runs of native integrations. */
const nativeFigures: readonly Figure[] = [
  figure('native_runs_waiting', 'Runs of native integrations that are due or under way.', ({ waiting }) => waiting),
  figure('native_oldest_due_seconds', 'Seconds since the oldest of these runs became due.', ({ seconds }) => seconds),
  figure('native_integrations_failed', 'Native integrations whose last run failed.', ({ failed }) => failed),
]

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
