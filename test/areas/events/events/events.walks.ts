import { document, list } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import {
  addCertificate,
  addEvent,
  addReferralSource,
  addReferredOrder,
  COURSE,
  exhibitorOf,
  orderFor,
  START,
} from '#test/support/walks/events'
import { REPLACED, VALUES } from '#test/support/walks/growing'
import { addInvitation } from '#test/support/walks/invitations'
import { bySave, dayOf, type Listed } from '#test/support/walks/lists/listed'
import { OF_EVENT } from '#test/support/walks/no-uses'
import { addSaleableItem, addSponsorshipType } from '#test/support/walks/sponsors'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { World } from '#test/support/walks/world'

/** Adds certificates with and without a certification of their contact. */
const addCertificates = async (world: World): Promise<void> => {
  const CertificationId = Number((await world.idsFor(':certificationid')).get('certificationid'))
  const eventId = await addEvent(world, { ...COURSE, CertificationId, CertificateCredits: 4 })
  await addCertificate(world, eventId, { contactId: Number(await world.person()) })
  await addCertificate(world, eventId, { lastName: 'Okafor' })
}

/** Adds rows of the lists of registrations and orders, in different states. */
const addEventRows = async (world: World): Promise<void> => {
  const Discounts = [
    { Name: 'Students', Code: 'STUDENT', Percent: 50 },
    { Name: 'Early', Code: 'EARLY', Percent: 10 },
  ]
  const RegistrationTypes = [{ Name: 'Seat' }, { Name: 'Table', SeatsPerRegistration: 8 }]
  const eventId = await addEvent(world, { Status: 'Published', RegistrationTypes, Discounts })
  const event = await world.get(`/api/events/${eventId}`)
  const ids = (list: unknown, id: string) => (list as Record<string, number>[]).map((row) => row[id])
  const [one, two] = ids(event.Discounts, 'DiscountId')
  const [, typeId] = ids(event.RegistrationTypes, 'EventRegistrationTypeId')
  const badge = { badgeName: 'Zed', title: 'Potter', organizationName: 'Crest', groupNumber: 4 }
  const contactId = Number(await world.person())
  const saleableItemId = await addSaleableItem(world)
  await orderFor(world, eventId, {
    people: [
      { ...badge, contactId, discountId: one },
      { discountId: two, statusId: 9 },
    ],
  })
  const order = { purchaseOrderNumber: 'PO-7', auditId: 2 }
  const at = new Date('2030-03-02T12:00:00Z')
  const attended = { statusId: 2, checkedInAt: new Date('2030-05-02T08:00:00Z'), checkedInBy: 'login:7' }
  const people = [
    { firstName: 'Ana', emailAddress: null, organizationName: 'Dune', title: 'Baker', typeId, ...attended },
  ]
  const booked = await orderFor(world, eventId, { people, price: 40, saleableItemId, order, at })
  await addCertificates(world)
  const missed = { statusId: 8, checkedInAt: new Date('2030-05-02T09:00:00Z'), checkedInBy: 'key:9' }
  await orderFor(world, eventId, { people: [{ auditId: 3, groupNumber: 2, ...missed }], price: 30, saleableItemId })
  const exhibited = await orderFor(world, eventId, { saleableItemId, price: 25, at: new Date('2030-03-03T12:00:00Z') })
  const booths = { boothPreference: 'North', boothNumber: 'B7', auditId: 2 }
  const exhibitorId = await exhibitorOf(world, eventId, booked.orderId, { name: 'Zed', ...booths })
  await exhibitorOf(world, eventId, exhibited.orderId, { name: 'Ana', state: 'cancelled' })
  const owner = { tenantId: world.caller.tenant.id, id: booked.registrationIds[0] ?? 0 }
  await world.server.database.system.eventRegistration.updateMany({ where: owner, data: { exhibitorId } })
}

/** As usedRecords, for the records that events use. */
const usedByEvents = (world: World): UsedRecords => ({
  'event <- invitation': async () => {
    const id = await addEvent(world)
    await addInvitation(world, id)
    return `/api/events/${id}`
  },
  'taxset <- event': async () => {
    const TaxSetId = Number((await world.idsFor(':taxsetid')).get('taxsetid'))
    await addEvent(world, { TaxSetId })
    return `/api/finance/taxsets/${TaxSetId}`
  },
  'calendar <- event': async () => {
    const CalendarId = Number((await world.post('/api/calendars/0', { Name: `Calendar ${world.next()}` })).CalendarId)
    await addEvent(world, { CalendarId })
    return `/api/calendars/${CalendarId}/1`
  },
  'feeitem <- event': async () => {
    const SaleableItemId = await addSaleableItem(world)
    await addEvent(world, { RegistrationTypes: [{ Name: 'Seat', Price: 5, SaleableItemId }] })
    return `/api/finance/feeitems/${SaleableItemId}`
  },
  'benefititem <- event': async () => {
    const BenefitItemId = Number(
      (await world.post('/api/benefits/items/0', { Name: `B ${world.next()}` })).BenefitItemId,
    )
    await addEvent(world, { RegistrationTypes: [{ Name: 'Seat', BenefitItemId }] })
    return `/api/benefits/items/${BenefitItemId}`
  },
  'certification <- event': async () => {
    const CertificationId = Number((await world.idsFor(':certificationid')).get('certificationid'))
    await addEvent(world, { CertificationId })
    return `/api/contacts/certifications/${CertificationId}`
  },
  'event <- table': async () => {
    const EventId = await addEvent(world)
    await world.post('/api/eventgroups/groups/0', { EventId, Name: 'Head table' })
    return `/api/events/${EventId}`
  },
  'customfield <- event': async () => {
    const field = { ObjectTypeId: '7', CustomFieldDataTypeId: '1', DisplayName: `Diet ${world.next()}` }
    const CustomFieldId = Number((await world.post('/api/customfields/0', field)).CustomFieldId)
    await addEvent(world, { Questions: [{ CustomFieldId }] })
    return `/api/customfields/${CustomFieldId}/1`
  },
  'referralsource <- registration': async () => {
    const id = await addReferralSource(world)
    await addReferredOrder(world, id)
    return `/api/events/referralsources/${id}`
  },
  'sponsorshiptype <- event': async () => {
    const SponsorshipTypeId = await addSponsorshipType(world)
    await addEvent(world, { SponsorshipTiers: [{ Name: 'Gold', SponsorshipTypeId }] })
    return `/api/sponsorships/types/${SponsorshipTypeId}/1`
  },
})

const events = (order: 'ascending' | 'descending'): Listed => ({
  order,
  create: bySave('saveEvent', (label) => ({
    Name: label,
    StartDate: `${dayOf(label).replace('2026', '2036')}T18:00:00Z`,
    Status: 'Published',
    RegistrationTypes: [{ Name: 'Standard' }],
  })),
})

export const walks: AreaWalks = {
  recipes: [
    [
      ':eventid',
      {
        save: 'saveEvent',
        id: 'EventId',
        body: async (world) => ({
          Name: `Event ${world.next()}`,
          StartDate: START,
          EndDate: null,
          RegistrationTypes: [{ Name: 'Seat' }],
        }),
      },
    ],
  ],
  lists: {
    listEvents: events('descending'),
    lookupEvents: events('ascending'),
  },
  rows: addEventRows,
  parents: {
    eventid: 'SELECT event_id AS id FROM event_registration',
  },
  actions: [
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
  ],
  uses: usedByEvents,
  noUses: {
    'event_cancellation -> event': 'it is deleted with the event',
    'event_exhibitor_type -> event_registration_type': OF_EVENT,
    'event_tier -> event_registration_type': OF_EVENT,
  },
  bounds: {
    'saveEvent CustomFields': VALUES,
    'saveEvent RegistrationTypes': REPLACED,
    'saveEvent Sessions': REPLACED,
    'saveEvent SponsorshipTiers': REPLACED,
    'saveEvent ExhibitorTypes': REPLACED,
    'saveEvent AdditionalItems': REPLACED,
    'saveEvent Donations': REPLACED,
    'saveEvent Discounts': REPLACED,
    'saveEvent Questions': REPLACED,
    'saveEvent PaymentKinds': REPLACED,
    'saveEvent CancellationRules': REPLACED,
  },
}
