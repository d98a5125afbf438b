import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

/** What tables use. */
export const eventGroupUses: readonly RecordUse[] = [
  {
    of: 'event',
    user: 'table',
    users: 'tables',
    scope: 'event-groups:read',
    remedy: 'Delete the tables of the event first.',
    rows: (tenantId) => Prisma.sql`SELECT g.event_id AS used_id, g.id, coalesce(g.name, 'Table ' || g.number) AS name
      FROM event_group g WHERE g.tenant_id = ${tenantId}::integer`,
  },
]
