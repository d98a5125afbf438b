import type { AreaWalks } from '#test/support/walks/area-walks'
import { PART } from '#test/support/walks/deletions'
import { addEvent } from '#test/support/walks/events'
import { REPLACED } from '#test/support/walks/growing'
import { OF_EVENT_TABLE, REGISTERED } from '#test/support/walks/no-uses'

export const walks: AreaWalks = {
  recipes: [
    [
      ':eventgroupid',
      {
        save: 'saveEventGroup',
        id: 'EventGroupId',
        body: async (world, ids) => {
          const eventId = ids.get('eventid') ?? String(await addEvent(world))
          ids.set('eventid', eventId)
          return { EventId: Number(eventId) }
        },
      },
    ],
  ],
  lists: {
    getEventTables: 'has the tables of one event; the tests of tables check their order',
  },
  noUses: {
    'event_group -> event_registration': REGISTERED,
    'event_group -> event_registration_type': OF_EVENT_TABLE,
    'event_group -> event_session': OF_EVENT_TABLE,
  },
  bounds: {
    'saveEventGroup Members': REPLACED,
    'saveEventGroupMembers Members': REPLACED,
  },
  otherDeletions: {
    deleteEventGroup: PART,
  },
}
