import type { Area } from '#areas/area'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { invitationEvents } from './invitations.events.ts'
import { invitationTasks } from './invitations.job.ts'
import { readInvitation } from './invitations.queries.ts'
import { eventInvitations } from './invitations.routes.ts'
import { invitationUses } from './invitations.uses.ts'

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
