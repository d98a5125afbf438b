import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

/** What native integrations use. */
export const nativeIntegrationUses: readonly RecordUse[] = [
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
