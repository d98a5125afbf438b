import { addEventOrder, type OrderOfEvent } from '../events/event-orders.ts'
import { addExhibitor } from '../events/exhibitors.ts'
import { addInvitation, INVITATION_RECIPES } from './invitations.ts'
import type { Body, Recipe } from './recipes.ts'
import { addSaleableItem, addSponsorshipType } from './sponsors.ts'
import type { UsedRecords } from './used-records.ts'
import type { Ids, World } from './world.ts'

/** A start long after the walks. */
const START = '2035-05-02T08:00:00Z'

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

const registered = async (world: World, ids: Ids, statusId = 1): Promise<string> => {
  const people = [{ contactId: Number(await world.person()), statusId }]
  const { registrationIds } = await orderFor(world, Number(ids.get('eventid')), { people })
  return String(registrationIds[0])
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

/** Adds an exhibitor of a new event. Returns the ids of both. */
export const addEventExhibitor = async (world: World, columns: object = {}) => {
  const { eventId, orderId } = await addOrderOfEvent(world)
  return { eventId, id: await exhibitorOf(world, eventId, orderId, columns) }
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

/** The records of events, as part of RECIPES. */
export const EVENT_RECIPES: readonly (readonly [string, Recipe])[] = [
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
  ...INVITATION_RECIPES,
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
  [':registrationid', (world, ids) => registered(world, ids)],
  [
    ':exhibitorid',
    async (world, ids) => {
      const eventId = Number(ids.get('eventid'))
      const { orderId } = await orderFor(world, eventId)
      return String(await exhibitorOf(world, eventId, orderId))
    },
  ],
  [':orderid', async (world, ids) => String((await orderFor(world, Number(ids.get('eventid')))).orderId)],
  [':referralsourceid', { save: 'saveReferralSource', id: 'ReferralSourceId' }],
]

const ATTENDED = 2
const AWAITING_APPROVAL = 4

/** Makes the registration of the path await approval. */
const awaitApproval = async ({ server, caller }: World, ids: Ids): Promise<void> => {
  const where = { tenantId: caller.tenant.id, id: Number(ids.get('registrationid')) }
  await server.database.system.eventRegistration.updateMany({ where, data: { statusId: AWAITING_APPROVAL } })
}

const checkIn = async (world: World, ids: Ids): Promise<void> => {
  await world.post(`/api/events/${ids.get('eventid')}/registrations/${ids.get('registrationid')}/checkin`, {})
}

const startEvent = async ({ server, caller }: World, ids: Ids): Promise<void> => {
  const where = { tenantId: caller.tenant.id, id: Number(ids.get('eventid')) }
  await server.database.system.event.updateMany({ where, data: { startsAt: new Date('2020-05-02T08:00:00Z') } })
}

/** A start before the walks, of an event with certificates. */
export const COURSE: Body = { StartDate: '2020-05-02T08:00:00Z', HasCertificates: true, CertificateHours: 6.5 }

/** Makes the event of the path one with certificates that has started. */
const startCourse = async (world: World, ids: Ids): Promise<void> => {
  const where = { tenantId: world.caller.tenant.id, id: Number(ids.get('eventid')) }
  await startEvent(world, ids)
  await world.server.database.system.event.updateMany({ where, data: { hasCertificates: true } })
}

/** Makes the registration of the path one that attended an event with certificates. */
const attendCourse = async (world: World, ids: Ids): Promise<void> => {
  const { server, caller } = world
  const event = { tenantId: caller.tenant.id, id: Number(ids.get('eventid')) }
  const registration = { ...event, id: Number(ids.get('registrationid')) }
  await startCourse(world, ids)
  await server.database.system.eventRegistration.updateMany({ where: registration, data: { statusId: ATTENDED } })
}

/** Adds a certificate to an event with certificates. */
export const addCertificate = async (world: World, eventId: number, person: object = {}): Promise<void> => {
  const { registrationIds } = await orderFor(world, eventId, { people: [{ statusId: ATTENDED, ...person }] })
  await world.post(`/api/events/${eventId}/registrations/${registrationIds[0]}/certificate`, {})
}

/** Adds certificates with and without a certification of their contact. */
const addCertificates = async (world: World): Promise<void> => {
  const CertificationId = Number((await world.idsFor(':certificationid')).get('certificationid'))
  const eventId = await addEvent(world, { ...COURSE, CertificationId, CertificateCredits: 4 })
  await addCertificate(world, eventId, { contactId: Number(await world.person()) })
  await addCertificate(world, eventId, { lastName: 'Okafor' })
}

/** The preparation of changes of registrations. */
export const EVENT_STEPS = {
  approveEventRegistration: awaitApproval,
  rejectEventRegistration: awaitApproval,
  undoEventCheckIn: checkIn,
  markEventNoShow: startEvent,
  issueEventCertificate: attendCourse,
  issueEventCertificates: startCourse,
}

/** Adds rows of the lists of registrations and orders, in different states. */
export const addEventRows = async (world: World): Promise<void> => {
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

const LISTS = ['RegistrationTypes', 'Sessions', 'SponsorshipTiers', 'ExhibitorTypes', 'AdditionalItems', 'Donations']

/** Why no list of the saves of events can grow beyond its bound. */
export const eventBounds = <R>({ command, replaced }: Record<'command' | 'replaced', R>): Record<string, R> =>
  Object.fromEntries([
    ...[...LISTS, 'Discounts', 'Questions', 'PaymentKinds', 'CancellationRules'].map((list) => [
      `saveEvent ${list}`,
      replaced,
    ]),
    ...['saveEventGroup', 'saveEventGroupMembers'].map((save) => [`${save} Members`, replaced]),
    ['saveEventRegistration SessionIds', replaced],
    ['saveEventRegistration CustomFields', command],
    ['transferEventRegistration CustomFields', command],
    ['checkInEventRegistrations RegistrationIds', command],
    ['inviteContacts ContactIds', command],
    ['previewInvitations ContactIds', command],
  ])

/** As usedRecords, for the records that events use. */
export const usedByEvents = (world: World): UsedRecords => ({
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
