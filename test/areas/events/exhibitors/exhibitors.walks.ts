import { document, list } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addOrderOfEvent, exhibitorOf, orderFor } from '#test/support/walks/events'
import { dayOf, type Label, type Listed, sharedRecord } from '#test/support/walks/lists/listed'
import { fill, type Ids, type World } from '#test/support/walks/world'

/** Adds an exhibitor of a new event. Returns the ids of both. */
const addEventExhibitor = async (world: World, columns: object = {}) => {
  const { eventId, orderId } = await addOrderOfEvent(world)
  return { eventId, id: await exhibitorOf(world, eventId, orderId, columns) }
}

const exhibitor =
  (columns: object = {}) =>
  async (world: World) => {
    const { eventId, id } = await addEventExhibitor(world, columns)
    return { ids: { event: eventId, id } }
  }

/** An exhibitor, which only a registration creates. */
const changeExhibitor = async (world: World, url: string) => {
  const ids = await world.idsFor(url)
  await world.post(fill(url, ids), { AuditId: 1, BoothNumber: 'B1' })
  return { url: fill(url, ids), id: Number(ids.get('exhibitorid')) }
}

/** An exhibitor of an order on the day of the label. */
const addExhibitorRow = async (label: Label, ids: Ids, world: World): Promise<void> => {
  const eventId = Number(ids.get('eventid') ?? (await sharedRecord(world, 'eventid')))
  const { orderId } = await orderFor(world, eventId, { at: new Date(`${dayOf(label)}T12:00:00Z`) })
  await exhibitorOf(world, eventId, orderId, { name: label })
}

const exhibited: Listed = { order: 'descending', create: addExhibitorRow }

export const walks: AreaWalks = {
  tables: {
    exhibitorid: 'event_exhibitor',
  },
  recipes: [
    [
      ':exhibitorid',
      async (world, ids) => {
        const eventId = Number(ids.get('eventid'))
        const { orderId } = await orderFor(world, eventId)
        return String(await exhibitorOf(world, eventId, orderId))
      },
    ],
  ],
  lists: {
    listAllEventExhibitors: exhibited,
    listEventExhibitors: exhibited,
  },
  parents: {
    listEventExhibitors: 'SELECT event_id AS id FROM event_exhibitor',
  },
  actions: [
    {
      name: 'exhibitor of an event',
      shapes: ['EventExhibitor', 'EventExhibitorRow'],
      area: 'event-registrations',
      reads: [
        document('getEventExhibitor', (ids) => `/api/events/${ids.event}/exhibitors/${ids.id}`),
        list(
          'listEventExhibitors',
          (ids) => `/api/events/${ids.event}/exhibitors?Filter=ExhibitorId eq ${ids.id}`,
          ...(['ExhibitorId', 'id'] as const),
        ),
        list(
          'listAllEventExhibitors',
          (ids) => `/api/events/exhibitors?Filter=ExhibitorId eq ${ids.id}`,
          ...(['ExhibitorId', 'id'] as const),
        ),
      ],
      states: {
        registered: exhibitor(),
        cancelled: exhibitor({ state: 'cancelled' }),
      },
      actions: {
        view: (ids) => ({ method: 'GET', url: `/api/events/${ids.event}/exhibitors/${ids.id}` }),
        edit: (ids) => ({
          method: 'POST',
          url: `/api/events/${ids.event}/exhibitors/${ids.id}`,
          body: { BoothNumber: 'B7' },
          version: 'AuditId',
        }),
        cancel: (ids) => ({
          method: 'POST',
          url: `/api/events/${ids.event}/exhibitors/${ids.id}/cancel`,
          version: 'AuditId',
        }),
      },
    },
  ],
  delivered: {
    eventexhibitor: { create: changeExhibitor },
  },
}
