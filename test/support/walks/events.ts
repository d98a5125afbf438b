import { addEventOrder, type OrderOfEvent } from '../events/event-orders.ts'
import { addExhibitor } from '../events/exhibitors.ts'
import type { Body } from './recipes.ts'
import type { Ids, World } from './world.ts'

/** A start long after the walks. */
export const START = '2035-05-02T08:00:00Z'

/** Creates an event with one registration type, and returns its id. */
export const addEvent = async (world: World, more: Body = {}): Promise<number> => {
  const sent = { Name: `Event ${world.next()}`, StartDate: START, RegistrationTypes: [{ Name: 'Standard' }], ...more }
  return Number((await world.post('/api/events/0', sent)).EventId)
}

/** Submits an order for an event, of a new contact for itself. Returns the ids of its records. */
export const orderFor = async (world: World, eventId: number, more: Partial<OrderOfEvent> = {}) => {
  const { RegistrationTypes } = await world.get(`/api/events/${eventId}`)
  const typeId = Number((RegistrationTypes as { EventRegistrationTypeId: number }[])[0]?.EventRegistrationTypeId)
  const payerId = more.payerId ?? Number(await world.person())
  const people = [{ contactId: payerId, lastName: `Haddad ${world.next()}` }]
  return addEventOrder(world.server, world.caller, { eventId, typeId, payerId, people, ...more })
}

/** Submits an order for a new event. Returns the ids of its records. */
export const addOrderOfEvent = async (world: World, more: Partial<OrderOfEvent> = {}, event: Body = {}) => {
  const eventId = await addEvent(world, event)
  return { eventId, ...(await orderFor(world, eventId, more)) }
}

/** Adds an exhibitor to an order, of a new kind of booth if the event has none. */
export const exhibitorOf = async (
  world: World,
  eventId: number,
  orderId: number,
  columns: object = {},
): Promise<number> => {
  const { ExhibitorTypes, AuditId } = await world.get(`/api/events/${eventId}`)
  if ((ExhibitorTypes as unknown[]).length === 0)
    await world.post(`/api/events/${eventId}`, { AuditId, ExhibitorTypes: [{ Name: 'Booth' }] })
  return addExhibitor({ server: world.server, mine: world.caller }, { eventId }, orderId, columns)
}

export const addReferralSource = async (world: World): Promise<number> =>
  Number((await world.post('/api/events/referralsources/0', { Name: `Source ${world.next()}` })).ReferralSourceId)

/** Adds a cart that names a referral source. */
export const addReferredOrder = async (world: World, referralSourceId: number): Promise<void> => {
  const { server, caller } = world
  const keyHash = Buffer.from(crypto.getRandomValues(new Uint8Array(32)))
  const cart = { keyHash, heldUntil: new Date(2100, 0), form: {}, total: 0, createdAt: new Date() }
  const data = { tenantId: caller.tenant.id, eventId: await addEvent(world), ...cart, referralSourceId }
  await server.database.system.eventOrder.create({ data })
}

export const ATTENDED = 2

export const startEvent = async ({ server, caller }: World, ids: Ids): Promise<void> => {
  const where = { tenantId: caller.tenant.id, id: Number(ids.get('eventid')) }
  await server.database.system.event.updateMany({ where, data: { startsAt: new Date('2020-05-02T08:00:00Z') } })
}

/** A start before the walks, of an event with certificates. */
export const COURSE: Body = { StartDate: '2020-05-02T08:00:00Z', HasCertificates: true, CertificateHours: 6.5 }

/** Adds a certificate to an event with certificates. */
export const addCertificate = async (world: World, eventId: number, person: object = {}): Promise<void> => {
  const { registrationIds } = await orderFor(world, eventId, { people: [{ statusId: ATTENDED, ...person }] })
  await world.post(`/api/events/${eventId}/registrations/${registrationIds[0]}/certificate`, {})
}
