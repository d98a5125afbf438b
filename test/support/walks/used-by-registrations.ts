import type { JsonObject } from '#kernel/contract/json'
import { addEvent, orderFor } from './events.ts'
import type { World } from './world.ts'

export const CART = { state: 'cart', submittedAt: null, heldUntil: new Date('2100-01-01T00:00:00Z') }

/** A save that removes a part of an event. */
export interface PartRemoval {
  url: string
  body: JsonObject
}

interface Order {
  tenantId: number
  eventId: number
  orderId: number
  registrationId: number
}

interface PartCase {
  entity: string
  list: string
  id: string
  /** Makes an order use the part. */
  use: (world: World, order: Order, partId: number) => Promise<unknown>
}

const update =
  (column: 'typeId' | 'discountId') =>
  ({ server }: World, { tenantId, registrationId: id }: Order, partId: number) =>
    server.database.system.eventRegistration.updateMany({ where: { tenantId, id }, data: { [column]: partId } })

const keyOf = ({ tenantId, eventId, orderId }: Order) => ({ tenantId, eventId, orderId })

/** Invites a contact to a registration type only. */
const invite = async ({ server, person }: World, { tenantId, eventId }: Order, typeId: number) => {
  const invitation = { tenantId, eventId, contactId: Number(await person()), typeId, sentAt: new Date() }
  return server.database.system.eventInvitation.create({ data: { ...invitation, codeHash: `of type ${typeId}` } })
}

const INVITED: PartCase = {
  entity: 'eventregistrationtype',
  list: 'RegistrationTypes',
  id: 'EventRegistrationTypeId',
  use: invite,
}

/** Enters a sponsor by hand. */
const enterSponsor = ({ server }: World, { tenantId, eventId }: Order, tierId: number) =>
  server.database.system.eventSponsor.create({
    data: { tenantId, eventId, tierId, statusId: 1, createdAt: new Date() },
  })

const ENTERED: PartCase = { entity: 'eventtier', list: 'SponsorshipTiers', id: 'SponsorshipTierId', use: enterSponsor }

const PARTS: readonly PartCase[] = [
  { entity: 'eventregistrationtype', list: 'RegistrationTypes', id: 'EventRegistrationTypeId', use: update('typeId') },
  { entity: 'eventdiscount', list: 'Discounts', id: 'DiscountId', use: update('discountId') },
  {
    entity: 'eventsession',
    list: 'Sessions',
    id: 'SessionId',
    use: ({ server }, { tenantId, eventId, registrationId }, sessionId) =>
      server.database.system.eventRegistrationSession.create({
        data: { tenantId, eventId, registrationId, sessionId },
      }),
  },
  {
    entity: 'eventtier',
    list: 'SponsorshipTiers',
    id: 'SponsorshipTierId',
    use: ({ server }, order, tierId) =>
      server.database.system.eventSponsor.create({
        data: { ...keyOf(order), tierId, statusId: 1, createdAt: new Date() },
      }),
  },
  {
    entity: 'eventexhibitortype',
    list: 'ExhibitorTypes',
    id: 'ExhibitorTypeId',
    use: ({ server }, order, typeId) =>
      server.database.system.eventExhibitor.create({ data: { ...keyOf(order), typeId, pointer: '/Exhibitors/0' } }),
  },
  {
    entity: 'eventitem',
    list: 'AdditionalItems',
    id: 'ItemId',
    use: ({ server }, order, itemId) =>
      server.database.system.eventOrderItem.create({ data: { ...keyOf(order), itemId, quantity: 1, amount: 0 } }),
  },
]

const SESSION = { StartDate: '2035-05-02T09:00:00Z', EndDate: '2035-05-02T10:00:00Z' }

const EVENT = {
  RegistrationTypes: [{ Name: 'Seat' }, { Name: 'Table' }],
  Discounts: [{ Name: 'Students', Code: 'STUDENT', Percent: 50 }],
  Sessions: [{ Name: 'Talk', ...SESSION }],
  SponsorshipTiers: [{ Name: 'Gold' }],
  ExhibitorTypes: [{ Name: 'Booth' }],
  AdditionalItems: [{ Name: 'Parking' }],
}

const removal = async (world: World, { list, id, use }: PartCase, isCart: boolean): Promise<PartRemoval> => {
  const eventId = await addEvent(world, EVENT)
  const parts = (await world.get(`/api/events/${eventId}`))[list] as JsonObject[]
  const { orderId, registrationIds } = await orderFor(world, eventId, isCart ? { order: CART } : {})
  const order = { tenantId: world.caller.tenant.id, eventId, orderId, registrationId: registrationIds[0] ?? 0 }
  await use(world, order, Number(parts.at(-1)?.[id]))
  return { url: `/api/events/${eventId}`, body: { AuditId: 1, [list]: parts.slice(0, -1) } }
}

/** The removals of parts of events that are in use, by "used <- user". */
export const usedParts = (world: World): Record<string, () => Promise<PartRemoval>> =>
  Object.fromEntries([
    ['eventregistrationtype <- invitation', () => removal(world, INVITED, false)],
    ...PARTS.flatMap((part): [string, () => Promise<PartRemoval>][] => [
      [`${part.entity} <- order`, () => removal(world, part, false)],
      [`${part.entity} <- cart`, () => removal(world, part, true)],
    ]),
    ['eventtier <- sponsor of an event', () => removal(world, ENTERED, false)],
  ])
