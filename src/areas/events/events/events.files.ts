import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { registrationKind } from '../registrations/registrations.queries.ts'
import { eventKind } from './events.queries.ts'

/** Events and registrations own the files in their custom fields. */
export const eventFiles: readonly FileOwner[] = [
  {
    kind: eventKind.entity,
    remedy: 'The file belongs to an event. Remove it there.',
    scope: 'events:read',
    rows: (tenantId) => Prisma.sql`SELECT e.id, e.name FROM event e WHERE e.tenant_id = ${tenantId}::integer`,
  },
  {
    kind: registrationKind.entity,
    remedy: 'The file belongs to a registration. Remove it there.',
    scope: 'event-registrations:read',
    rows: (tenantId) => Prisma.sql`SELECT r.id, nullif(concat_ws(' ', r.first_name, r.last_name), '') AS name
      FROM event_registration r WHERE r.tenant_id = ${tenantId}::integer`,
  },
]
