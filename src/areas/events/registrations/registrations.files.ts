import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { registrationKind } from './registrations.queries.ts'

/** Registrations own the files in their custom fields. */
export const registrationFiles: readonly FileOwner[] = [
  {
    kind: registrationKind.entity,
    remedy: 'The file belongs to a registration. Remove it there.',
    scope: 'event-registrations:read',
    rows: (tenantId) => Prisma.sql`SELECT r.id, nullif(concat_ws(' ', r.first_name, r.last_name), '') AS name
      FROM event_registration r WHERE r.tenant_id = ${tenantId}::integer`,
  },
]
