import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { eventKind } from './events.queries.ts'

/** Events own the files in their custom fields. */
export const eventFiles: readonly FileOwner[] = [
  {
    kind: eventKind.entity,
    remedy: 'The file belongs to an event. Remove it there.',
    scope: 'events:read',
    rows: (tenantId) => Prisma.sql`SELECT e.id, e.name FROM event e WHERE e.tenant_id = ${tenantId}::integer`,
  },
]
