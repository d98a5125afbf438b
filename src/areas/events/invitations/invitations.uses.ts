import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

/** What invitations use. */
export const invitationUses: readonly RecordUse[] = [
  {
    of: 'event',
    user: 'invitation',
    users: 'invitations',
    scope: 'events:read',
    remedy: 'Withdraw the invitations, or cancel the event.',
    rows: (tenantId) => Prisma.sql`SELECT i.event_id AS used_id, i.id, c.display_name AS name FROM event_invitation i
      JOIN contact c ON c.tenant_id = i.tenant_id AND c.id = i.contact_id WHERE i.tenant_id = ${tenantId}::integer`,
  },
]
