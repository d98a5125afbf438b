import type { Json } from '../people/contact-parts.ts'
import { type AddedOrder, addEventOrder, type OrderOfEvent } from './event-orders.ts'
import { type EventsBench, openEvents } from './events.ts'

/** A published event. */
export interface Gala {
  eventId: number
  typeId: number
  /** Ids of its sessions: one with one seat, one without a limit, and one with a price. */
  sessions: number[]
}

type Event = { kind: string; payload: unknown }

/** Requests about registrations for events. */
export interface RegisteredBench extends EventsBench {
  gala(more?: object): Promise<Gala>
  /** Adds a submitted order of a new contact. Returns its ids, and that of the first registration. */
  order(event: Gala, more?: Partial<OrderOfEvent>): Promise<AddedOrder & { first: number }>
  list(event: Gala, query?: string): Promise<Json>
  readRegistration(event: Gala, id: number): Promise<Json>
  saveRegistration(event: Gala, id: number, body: object): ReturnType<EventsBench['mine']['post']>
  /** The events of a record, the oldest first. */
  eventsOf(entity: string, id: number): Promise<Event[]>
}

const SESSION = { StartDate: '2030-05-02T09:00:00Z', EndDate: '2030-05-02T11:00:00Z' }

/** The path of a registration, or of an operation on it. */
export const pathOf = ({ eventId }: Gala, id: number | string, verb = ''): string =>
  `/api/events/${eventId}/registrations/${id}${verb && `/${verb}`}`

export const openRegistered = async (): Promise<RegisteredBench> => {
  const bench = await openEvents()
  const { mine, server, good } = bench
  const SaleableItemId = await bench.saleable()
  return {
    ...bench,
    gala: async (more = {}) => {
      const Sessions = [
        { Name: 'Tour', ...SESSION, Capacity: 1 },
        { Name: 'Talk', ...SESSION },
        { Name: 'Workshop', ...SESSION, Price: 20, SaleableItemId },
      ]
      const made = await bench.event({ Status: 'Published', Sessions, ...more })
      const [type] = made.RegistrationTypes as { EventRegistrationTypeId: number }[]
      const sessions = (made.Sessions as { SessionId: number }[]).map(({ SessionId }) => SessionId)
      return { eventId: Number(made.EventId), typeId: Number(type?.EventRegistrationTypeId), sessions }
    },
    order: async (event, more = {}) => {
      const sent = { ...event, payerId: await bench.person(), saleableItemId: SaleableItemId, ...more }
      const added = await addEventOrder(server, mine, sent)
      return { ...added, first: added.registrationIds[0] ?? 0 }
    },
    list: async ({ eventId }, query = '') =>
      (await good('listEventRegistrations', mine.get(`/api/events/${eventId}/registrations?${query}`))).body,
    readRegistration: async (event, id) => (await good('getEventRegistration', mine.get(pathOf(event, id)))).body,
    saveRegistration: (event, id, body) => mine.post(pathOf(event, id), body),
    eventsOf: async (entity, entityId) => {
      const where = { tenantId: mine.tenant.id, entity, entityId }
      const rows = await server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
      return rows.map(({ kind, payload }) => ({ kind, payload }))
    },
  }
}
