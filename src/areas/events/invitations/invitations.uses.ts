import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

/** A use by a column of the invitations. */
const invitationUse = (of: string, column: string, remedy: string): RecordUse => ({
  of,
  user: 'invitation',
  users: 'invitations',
  scope: 'events:read',
  remedy,
  rows: (
    tenantId,
  ) => Prisma.sql`SELECT i.${Prisma.raw(column)} AS used_id, i.id, c.display_name AS name FROM event_invitation i
    JOIN contact c ON c.tenant_id = i.tenant_id AND c.id = i.contact_id
    WHERE i.tenant_id = ${tenantId}::integer AND i.${Prisma.raw(column)} IS NOT NULL`,
})

/** What invitations use. */
export const invitationUses: readonly RecordUse[] = [
  invitationUse('event', 'event_id', 'Withdraw the invitations, or cancel the event.'),
  invitationUse('eventregistrationtype', 'type_id', 'Set IsActive to false instead.'),
]
