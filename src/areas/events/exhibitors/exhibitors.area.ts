import type { Area } from '#areas/area'
import { orderParts } from '#areas/events/registrations/orders/order-parts.service'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { exhibitorEvents } from './exhibitors.events.ts'
import { readExhibitor } from './exhibitors.queries.ts'
import { eventExhibitors } from './exhibitors.routes.ts'
import { cancelExhibitorsOf, confirmExhibitors } from './exhibitors.service.ts'

export const exhibitorsArea: Area = {
  routes: [eventExhibitors],
  events: kinds('event-registrations', {
    [exhibitorEvents.created]: 'Exhibitor of an event registered',
    [exhibitorEvents.updated]: 'Exhibitor of an event updated',
    [exhibitorEvents.cancelled]: 'Exhibitor of an event cancelled',
  }),
  shapes: {
    eventexhibitor: written('event-registrations:read', (scope, id) => readExhibitor(scope, id)),
  },
  additions: [
    addTo(orderParts, {
      isIn: ({ exhibitors }) => exhibitors.length > 0,
      confirm: confirmExhibitors,
      cancel: cancelExhibitorsOf,
    }),
  ],
}
