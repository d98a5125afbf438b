import type { Area } from '#areas/area'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
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
  additions: [
    addTo(contactMoves, {
      kind: 'eventInvitations',
      table: 'event_invitation',
      column: 'contact_id',
      meaning: 'data',
      sameAs: 'w.event_id = l.event_id',
      settle: ({ tenantId, winner, loser }) => [
        // Of two invitations to one event the winner's stays: as registered if one is, and with the orders of both.
        Prisma.sql`UPDATE event_invitation w SET state = 'Registered', declined_at = NULL, is_mail_due = false,
          audit_id = w.audit_id + 1
        FROM event_invitation l WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND w.state <> 'Registered'
          AND l.tenant_id = ${tenantId} AND l.contact_id = ${loser} AND l.event_id = w.event_id AND l.state = 'Registered'`,
        Prisma.sql`UPDATE event_order o SET invitation_id = w.id FROM event_invitation w, event_invitation l
        WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND l.tenant_id = ${tenantId} AND l.contact_id = ${loser}
          AND l.event_id = w.event_id AND o.tenant_id = ${tenantId} AND o.event_id = l.event_id AND o.invitation_id = l.id`,
      ],
    }),
  ],
}
