import { document, list, type OfferedIds } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addOrderOfEvent, COURSE, orderFor, startEvent } from '#test/support/walks/events'
import { COMMAND, REPLACED } from '#test/support/walks/growing'
import { createPerson, dayOf, type Label, type Listed, sharedRecord } from '#test/support/walks/lists/listed'
import { CLEARED, KEPT, NEVER_DELETED, OF_ORDER, REGISTERED } from '#test/support/walks/no-uses'
import { CART } from '#test/support/walks/used-by-registrations'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { Ids, World } from '#test/support/walks/world'

const registration = (ids: OfferedIds, verb = '') =>
  `/api/events/${ids.event}/registrations/${ids.id}${verb && `/${verb}`}`

const withStatus =
  (statusId: number, event: object = {}) =>
  async (world: World) => {
    const { eventId, registrationIds } = await addOrderOfEvent(world, { people: [{ statusId }] }, { ...event })
    return { ids: { event: eventId, id: registrationIds[0] ?? 0 } }
  }

const change = (verb: string) => (ids: OfferedIds) => ({
  method: 'POST' as const,
  url: registration(ids, verb),
  version: 'AuditId',
})

const registered = async (world: World, ids: Ids, statusId = 1): Promise<string> => {
  const people = [{ contactId: Number(await world.person()), statusId }]
  const { registrationIds } = await orderFor(world, Number(ids.get('eventid')), { people })
  return String(registrationIds[0])
}

const AWAITING_APPROVAL = 4

/** Makes the registration of the path await approval. */
const awaitApproval = async ({ server, caller }: World, ids: Ids): Promise<void> => {
  const where = { tenantId: caller.tenant.id, id: Number(ids.get('registrationid')) }
  await server.database.system.eventRegistration.updateMany({ where, data: { statusId: AWAITING_APPROVAL } })
}

const checkIn = async (world: World, ids: Ids): Promise<void> => {
  await world.post(`/api/events/${ids.get('eventid')}/registrations/${ids.get('registrationid')}/checkin`, {})
}

/** An order on the day of the label, with the label in the names of payer and participant. */
const order = async (label: Label, ids: Ids, world: World): Promise<void> => {
  const eventId = Number(ids.get('eventid') ?? (await sharedRecord(world, 'eventid')))
  const payerId = await createPerson(world, label)
  const at = new Date(`${dayOf(label)}T12:00:00Z`)
  await orderFor(world, eventId, { payerId, people: [{ lastName: label }], at })
}

const ordered: Listed = { order: 'descending', create: order }

/** As usedRecords, for the records that registrations and orders of events use. */
const usedByRegistrations = (world: World): UsedRecords => ({
  'event <- order': async () => `/api/events/${(await addOrderOfEvent(world)).eventId}`,
  'event <- cart': async () => `/api/events/${(await addOrderOfEvent(world, { order: CART })).eventId}`,
  'contact <- registration': async () => {
    const contactId = Number(await world.person())
    await addOrderOfEvent(world, { people: [{ contactId }] })
    return `/api/contacts/${contactId}/1`
  },
  'paymentgateway <- order': async () => {
    const gateway = await world.post('/api/paymentgateways/0', { Name: `Tickets ${world.next()}` })
    const gatewayId = Number(gateway.PaymentGatewayId)
    await addOrderOfEvent(world, { order: { gatewayId, paymentToken: 'btok_us_verified', paymentKind: 'BankDebit' } })
    return `/api/paymentgateways/${gatewayId}`
  },
})

export const walks: AreaWalks = {
  tables: {
    registrationid: 'event_registration',
    orderid: 'event_order',
  },
  recipes: [
    [':registrationid', (world, ids) => registered(world, ids)],
    [':orderid', async (world, ids) => String((await orderFor(world, Number(ids.get('eventid')))).orderId)],
  ],
  before: {
    approveEventRegistration: awaitApproval,
    rejectEventRegistration: awaitApproval,
    undoEventCheckIn: checkIn,
    markEventNoShow: startEvent,
  },
  lists: {
    listAllEventRegistrations: ordered,
    listEventRegistrations: ordered,
    listEventOrders: ordered,
  },
  actions: [
    {
      name: 'registration for an event',
      shapes: ['EventRegistration', 'EventRegistrationRow'],
      area: 'event-registrations',
      reads: [
        document('getEventRegistration', (ids) => registration(ids)),
        list(
          'listEventRegistrations',
          (ids) => `/api/events/${ids.event}/registrations?Filter=RegistrationId eq ${ids.id}`,
          ...(['RegistrationId', 'id'] as const),
        ),
        list(
          'listAllEventRegistrations',
          (ids) => `/api/events/registrations?Filter=RegistrationId eq ${ids.id}`,
          ...(['RegistrationId', 'id'] as const),
        ),
      ],
      states: {
        registered: withStatus(1),
        'of an event that has started': withStatus(1, { StartDate: '2020-05-02T08:00:00Z' }),
        'not paid': withStatus(3),
        attended: withStatus(2),
        'attended an event with certificates': withStatus(2, COURSE),
        'with a certificate': async (world) => {
          const made = await withStatus(2, COURSE)(world)
          await world.post(registration(made.ids, 'certificate'), {})
          return made
        },
        'attended before the start of an event with certificates': withStatus(2, { HasCertificates: true }),
        'no-show': withStatus(8),
        'awaiting approval': withStatus(4),
        'on the waiting list': withStatus(11),
        'pending refund': withStatus(7),
        cancelled: withStatus(9),
        rejected: withStatus(12),
        transferred: withStatus(15),
      },
      actions: {
        view: (ids) => ({ method: 'GET', url: registration(ids) }),
        edit: (ids) => ({ ...change('')(ids), body: { BadgeName: 'Dee' } }),
        approve: change('approve'),
        reject: change('reject'),
        cancel: change('cancel'),
        transfer: (ids) => ({ ...change('transfer')(ids), body: { FirstName: 'Sam', LastName: 'Reyes' } }),
        checkIn: (ids) => ({ method: 'POST', url: registration(ids, 'checkin'), body: {} }),
        undoCheckIn: (ids) => ({ method: 'POST', url: registration(ids, 'undocheckin'), body: {} }),
        markNoShow: change('noshow'),
        issueCertificate: (ids) => ({ method: 'POST', url: registration(ids, 'certificate'), body: {} }),
      },
    },
    {
      name: 'order of an event',
      shapes: ['EventOrder', 'EventOrderRow'],
      area: 'event-registrations',
      reads: [
        document('getEventOrder', (ids) => `/api/events/${ids.event}/orders/${ids.id}`),
        list(
          'listEventOrders',
          (ids) => `/api/events/${ids.event}/orders?Filter=OrderId eq ${ids.id}`,
          'OrderId',
          'id',
        ),
      ],
      states: {
        submitted: async (world) => {
          const { eventId: event, orderId: id } = await addOrderOfEvent(world)
          return { ids: { event, id } }
        },
        cancelled: async (world) => {
          const { eventId: event, orderId: id } = await addOrderOfEvent(world, { order: { cancelledAt: new Date() } })
          return { ids: { event, id } }
        },
      },
      actions: {
        view: (ids) => ({ method: 'GET', url: `/api/events/${ids.event}/orders/${ids.id}` }),
        cancel: (ids) => ({
          method: 'POST',
          url: `/api/events/${ids.event}/orders/${ids.id}/cancel`,
          version: 'AuditId',
        }),
      },
    },
  ],
  uses: usedByRegistrations,
  noUses: {
    'event_refund -> credit': NEVER_DELETED,
    'event_registration -> event_refund': OF_ORDER,
    'event_registration -> event_registration': OF_ORDER,
    'event_order -> contact': KEPT,
    'event_order -> event_invitation': CLEARED,
    'event_order -> event_order': NEVER_DELETED,
    'event_order -> invoice': NEVER_DELETED,
    'event_order -> processor_charge': NEVER_DELETED,
    'event_order_line -> event_exhibitor': OF_ORDER,
    'event_order_line -> event_order_item': OF_ORDER,
    'event_order_line -> event_registration': OF_ORDER,
    'event_order_line -> event_sponsor': OF_ORDER,
    'event_order_line -> fee_item': 'the line of the invoice is the use',
    'event_registration -> event': REGISTERED,
    'event_registration -> event_exhibitor': OF_ORDER,
    'event_registration -> event_sponsor': OF_ORDER,
  },
  bounds: {
    'saveEventRegistration SessionIds': REPLACED,
    'saveEventRegistration CustomFields': COMMAND,
    'transferEventRegistration CustomFields': COMMAND,
    'checkInEventRegistrations RegistrationIds': COMMAND,
  },
}
