import type { Area } from '#areas/area'
import { contactLinks } from '#areas/people/contacts/contact-links.listing'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { groupEvents } from './groups.events.ts'
import { groupLink } from './groups.listing.ts'
import { getGroup } from './groups.queries.ts'
import { groups } from './groups.routes.ts'
import { groupUses } from './groups.uses.ts'

export const groupsArea: Area = {
  routes: [groups],
  events: kinds('groups', {
    [groupEvents.created]: 'Group created',
    [groupEvents.updated]: 'Group updated',
    [groupEvents.deleted]: 'Group deleted',
    [groupEvents.memberAdded]: 'Contact came into a group',
    [groupEvents.memberRemoved]: 'Contact left a group',
  }),
  shapes: {
    group: written('groups:read', (scope, id) => getGroup(scope, id)),
  },
  uses: groupUses,
  additions: [addTo(contactLinks, groupLink)],
}
