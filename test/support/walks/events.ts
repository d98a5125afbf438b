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
]

const LISTS = ['RegistrationTypes', 'Sessions', 'SponsorshipTiers', 'ExhibitorTypes', 'AdditionalItems', 'Donations']

/** Why no list of the saves of events can grow beyond its bound. */
export const eventBounds = <R>({ command, replaced }: Record<'command' | 'replaced', R>): Record<string, R> =>
  Object.fromEntries([
    ...[...LISTS, 'Discounts', 'PaymentKinds'].map((list) => [`saveEvent ${list}`, replaced]),
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
  'sponsorshiptype <- event': async () => {
    const SponsorshipTypeId = await addSponsorshipType(world)
    await addEvent(world, { SponsorshipTiers: [{ Name: 'Gold', SponsorshipTypeId }] })
    return `/api/sponsorships/types/${SponsorshipTypeId}/1`
  },
})
