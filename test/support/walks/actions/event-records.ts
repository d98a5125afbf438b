import { addEventSponsor } from '../event-sponsors.ts'
import { addEvent, addEventExhibitor, addOrderOfEvent, addReferralSource, addReferredOrder, COURSE } from '../events.ts'
import { addInvitation } from '../invitations.ts'
import type { World } from '../world.ts'
import { document, list, type OfferedIds, type OfferedKind } from './offered-records.ts'

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

const sponsor = (ids: OfferedIds, verb = '') => `/api/events/${ids.event}/sponsors/${ids.id}${verb && `/${verb}`}`

/** A sponsor of a new event. @param verb the operation that gives it another status. */
const sponsoring = (verb?: string) => async (world: World) => {
  const { eventId: event, id } = await addEventSponsor(world)
  if (verb) await world.post(sponsor({ event, id }, verb), { AuditId: 1 })
  return { ids: { event, id } }
}

/** A declined sponsor whose position another one has. */
const declinedOfFullTier = async (world: World) => {
  const { eventId: event, tierId, id } = await addEventSponsor(world, {}, { tier: { maxQuantity: 1 } })
  await world.post(sponsor({ event, id }, 'decline'), { AuditId: 1 })
  await world.post(sponsor({ event, id: 0 }), { SponsorshipTierId: tierId, SponsorName: 'Zenith' })
  return { ids: { event, id } }
}

/** An invitation to a new event. @param change of its row, by which it gets another state. */
const invitation =
  (change?: object, event: object = {}) =>
  async (world: World) => {
    const eventId = await addEvent(world)
    const contactId = Number(await world.person())
    const id = Number((await addInvitation(world, eventId, contactId)).EventInvitationId)
    const where = { tenantId: world.caller.tenant.id, id }
    if (change) await world.server.database.system.eventInvitation.updateMany({ where, data: change })
    if (Object.keys(event).length > 0) await world.post(`/api/events/${eventId}`, { AuditId: 2, ...event })
    return { ids: { eventId, id } }
  }

const exhibitor =
  (columns: object = {}) =>
  async (world: World) => {
    const { eventId, id } = await addEventExhibitor(world, columns)
    return { ids: { event: eventId, id } }
  }

/** The records of events. */
export const eventRecords: readonly OfferedKind[] = [
  {
    name: 'event',
    shapes: ['EventRow', 'EventDetails'],
    area: 'events',
    reads: [
      document('getEvent', (ids) => `/api/events/${ids.id}`),
      list('listEvents', (ids) => `/api/events?Filter=EventId eq ${ids.id}`, 'EventId', 'id'),
    ],
    states: {
      draft: async (world) => ({ ids: { id: await addEvent(world) } }),
      published: async (world) => ({ ids: { id: await addEvent(world, { Status: 'Published' }) } }),
      cancelled: async (world) => ({ ids: { id: await addEvent(world, { Status: 'Cancelled' }) } }),
      'being cancelled': async (world) => {
        const id = await addEvent(world, { Status: 'Published' })
        await world.post(`/api/events/${id}/cancel`, { AuditId: 1 })
        return { ids: { id } }
      },
    },
    actions: {
      view: (ids) => ({ method: 'GET', url: `/api/events/${ids.id}` }),
      edit: (ids) => ({ method: 'POST', url: `/api/events/${ids.id}`, body: { Capacity: 7 }, version: 'AuditId' }),
      delete: (ids) => ({ method: 'DELETE', url: `/api/events/${ids.id}` }),
      cancel: (ids) => ({ method: 'POST', url: `/api/events/${ids.id}/cancel`, body: {}, version: 'AuditId' }),
    },
  },
  {
    name: 'invitation to an event',
    shapes: ['EventInvitation'],
    area: 'events',
    reads: [
      document('getEventInvitation', (ids) => `/api/events/${ids.eventId}/invitations/${ids.id}`),
      list('listEventInvitations', (ids) => `/api/events/${ids.eventId}/invitations`, 'EventInvitationId', 'id'),
    ],
    states: {
      open: invitation(),
      declined: invitation({ state: 'Declined', declinedAt: new Date() }),
      registered: invitation({ state: 'Registered' }),
      'of a cancelled event': invitation(undefined, { Status: 'Cancelled' }),
    },
    actions: {
      view: (ids) => ({ method: 'GET', url: `/api/events/${ids.eventId}/invitations/${ids.id}` }),
      resend: (ids) => ({ method: 'POST', url: `/api/events/${ids.eventId}/invitations/${ids.id}/resend`, body: {} }),
      delete: (ids) => ({ method: 'DELETE', url: `/api/events/${ids.eventId}/invitations/${ids.id}` }),
    },
  },
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
  {
    name: 'order of an event',
    shapes: ['EventOrder', 'EventOrderRow'],
    area: 'event-registrations',
    reads: [
      document('getEventOrder', (ids) => `/api/events/${ids.event}/orders/${ids.id}`),
      list('listEventOrders', (ids) => `/api/events/${ids.event}/orders?Filter=OrderId eq ${ids.id}`, 'OrderId', 'id'),
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
  {
    name: 'sponsor of an event',
    shapes: ['EventSponsorDetails', 'EventSponsorListItem'],
    area: 'event-sponsors',
    reads: [
      document('getEventSponsor', (ids) => sponsor(ids)),
      list(
        'listEventSponsors',
        (ids) => `/api/events/${ids.event}/sponsors?Filter=EventSponsorId eq ${ids.id}`,
        ...(['EventSponsorId', 'id'] as const),
      ),
      list(
        'listAllEventSponsors',
        (ids) => `/api/events/sponsors?Filter=EventSponsorId eq ${ids.id}`,
        ...(['EventSponsorId', 'id'] as const),
      ),
    ],
    states: {
      pending: sponsoring(),
      approved: sponsoring('approve'),
      declined: sponsoring('decline'),
      'not attending': sponsoring('notattending'),
      cancelled: sponsoring('cancel'),
      'declined, of a full tier': declinedOfFullTier,
    },
    actions: {
      edit: (ids) => ({ method: 'POST', url: sponsor(ids), body: { Phone: '+1 555 0140' }, version: 'AuditId' }),
      approve: (ids) => ({ method: 'POST', url: sponsor(ids, 'approve'), version: 'AuditId' }),
      decline: (ids) => ({ method: 'POST', url: sponsor(ids, 'decline'), version: 'AuditId' }),
      markNotAttending: (ids) => ({ method: 'POST', url: sponsor(ids, 'notattending'), version: 'AuditId' }),
      cancel: (ids) => ({ method: 'POST', url: sponsor(ids, 'cancel'), version: 'AuditId' }),
    },
  },
  {
    name: 'referral source',
    shapes: ['ReferralSource'],
    area: 'events',
    reads: [
      document('getReferralSource', (ids) => `/api/events/referralsources/${ids.id}`),
      list(
        'listReferralSources',
        (ids) => `/api/events/referralsources?Filter=ReferralSourceId eq ${ids.id}`,
        'ReferralSourceId',
        'id',
      ),
    ],
    states: {
      unused: async (world) => ({ ids: { id: await addReferralSource(world) } }),
      'of a registration': async (world) => {
        const id = await addReferralSource(world)
        await addReferredOrder(world, id)
        return { ids: { id } }
      },
    },
    actions: {
      view: (ids) => ({ method: 'GET', url: `/api/events/referralsources/${ids.id}` }),
      edit: (ids) => ({
        method: 'POST',
        url: `/api/events/referralsources/${ids.id}`,
        body: { IsActive: false },
        version: 'AuditId',
      }),
      delete: (ids) => ({ method: 'DELETE', url: `/api/events/referralsources/${ids.id}` }),
    },
  },
]
