import type { Area } from '#areas/area'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import { invitationEvents } from './invitations.events.ts'
import { invitationTasks } from './invitations.job.ts'
import { readInvitation } from './invitations.queries.ts'
import { eventInvitations } from './invitations.routes.ts'

/** Describes a use by a column of the invitations. */
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

const invitationUses: readonly RecordUse[] = [
  invitationUse('event', 'event_id', 'Withdraw the invitations, or cancel the event.'),
  invitationUse('eventregistrationtype', 'type_id', 'Set IsActive to false instead.'),
]

export const invitationsArea: Area = {
  routes: [eventInvitations],
  events: kinds('events', {
    [invitationEvents.created]: 'Contact invited to an event',
    [invitationEvents.resent]: 'Invitation to an event sent again',
    [invitationEvents.declined]: 'Invitation to an event declined',
    [invitationEvents.registered]: 'Invited contact registered for the event',
    [invitationEvents.deleted]: 'Invitation to an event withdrawn',
  }),
  shapes: {
    eventinvitation: written('events:read', (scope, id) => readInvitation(scope, id)),
  },
  uses: invitationUses,
  linkTasks: invitationTasks,
}
