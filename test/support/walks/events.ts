import { addInvitation, INVITATION_RECIPES } from './invitations.ts'
import type { Body, Recipe } from './recipes.ts'
import { addSaleableItem, addSponsorshipType } from './sponsors.ts'
import type { UsedRecords } from './used-records.ts'
import type { World } from './world.ts'

/** A start long after the walks. */
const START = '2035-05-02T08:00:00Z'

/** Creates an event with one registration type, and returns its id. */
export const addEvent = async (world: World, more: Body = {}): Promise<number> => {
  const sent = { Name: `Event ${world.next()}`, StartDate: START, RegistrationTypes: [{ Name: 'Standard' }], ...more }
  return Number((await world.post('/api/events/0', sent)).EventId)
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
        ...{ Name: `Event ${world.next()}`, StartDate: START, EndDate: null, RegistrationTypes: [{ Name: 'Seat' }] },
      }),
    },
  ],
  ...INVITATION_RECIPES,
  [':referralsourceid', { save: 'saveReferralSource', id: 'ReferralSourceId' }],
]

const LISTS = ['RegistrationTypes', 'Sessions', 'SponsorshipTiers', 'ExhibitorTypes', 'AdditionalItems', 'Donations']

/** Why no list of the saves of events can grow beyond its bound. */
export const eventBounds = <R>({ command, replaced }: Record<'command' | 'replaced', R>): Record<string, R> =>
  Object.fromEntries([
    ...[...LISTS, 'Discounts', 'Questions', 'PaymentKinds'].map((list) => [`saveEvent ${list}`, replaced]),
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
