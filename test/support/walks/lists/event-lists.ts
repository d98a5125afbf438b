import { addEventSponsor } from '../event-sponsors.ts'
import { addCertificate, COURSE, exhibitorOf, orderFor } from '../events.ts'
import { addInvitationRun } from '../invitations.ts'
import type { Ids, World } from '../world.ts'
import { bySave, createPerson, dayOf, type Label, type Listed, numbered, sharedRecord } from './listed.ts'

const events = (order: 'ascending' | 'descending'): Listed => ({
  order,
  create: bySave('saveEvent', (label) => ({
    Name: label,
    StartDate: `${dayOf(label).replace('2026', '2036')}T18:00:00Z`,
    Status: 'Published',
    RegistrationTypes: [{ Name: 'Standard' }],
  })),
})

/** An order on the day of the label, with the label in the names of payer and participant. */
const order = async (label: Label, ids: Ids, world: World): Promise<void> => {
  const eventId = Number(ids.get('eventid') ?? (await sharedRecord(world, 'eventid')))
  const payerId = await createPerson(world, label)
  const at = new Date(`${dayOf(label)}T12:00:00Z`)
  await orderFor(world, eventId, { payerId, people: [{ lastName: label }], at })
}
const ordered: Listed = { order: 'descending', create: order }

const sponsored: Listed = {
  order: 'newest',
  create: async (label, ids, world) => {
    const eventId = Number(ids.get('eventid') ?? (await sharedRecord(world, 'eventid')))
    await addEventSponsor(world, { SponsorName: label }, { eventId })
  },
}
/** An exhibitor of an order on the day of the label. */
const exhibitor = async (label: Label, ids: Ids, world: World): Promise<void> => {
  const eventId = Number(ids.get('eventid') ?? (await sharedRecord(world, 'eventid')))
  const { orderId } = await orderFor(world, eventId, { at: new Date(`${dayOf(label)}T12:00:00Z`) })
  await exhibitorOf(world, eventId, orderId, { name: label })
}
const exhibited: Listed = { order: 'descending', create: exhibitor }

/** Rows of lists of events. */
export const EVENT_LISTS: Record<string, Listed> = {
  listEvents: events('descending'),
  listReferralSources: numbered('saveReferralSource'),
  lookupReferralSources: numbered('saveReferralSource'),
  lookupEvents: events('ascending'),
  listEventInvitations: {
    order: 'name',
    create: async (label, ids, world) => {
      const ContactList = [{ Kind: 'email', Id: 0, Value: `${label}@walk.example`, TypeId: 1, IsPrimary: true }]
      const contactId = await createPerson(world, label, { ContactList })
      await addInvitationRun(world, Number(ids.get('eventid')), [contactId])
    },
  },
  listEventCertificates: {
    order: 'newest',
    create: async (label, ids, world) => {
      const eventId = Number(ids.get('eventid'))
      const { AuditId } = await world.get(`/api/events/${eventId}`)
      await world.post(`/api/events/${eventId}`, { AuditId, ...COURSE })
      await addCertificate(world, eventId, { lastName: label })
    },
  },
  listAllEventSponsors: sponsored,
  listEventSponsors: sponsored,
  listAllEventRegistrations: ordered,
  listEventRegistrations: ordered,
  listEventOrders: ordered,
  listAllEventExhibitors: exhibited,
  listEventExhibitors: exhibited,
}
