import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

/** What calendars use. */
export const calendarUses: readonly RecordUse[] = [
  {
    of: 'group',
    user: 'calendar limited to it',
    users: 'calendars limited to it',
    scope: 'calendars:read',
    remedy: 'Limit the calendar to another group first.',
    rows: (tenantId) => Prisma.sql`SELECT k.group_id AS used_id, k.id, k.name
      FROM calendar k WHERE k.tenant_id = ${tenantId}::integer`,
  },
]
