import { readLedger } from '../commerce/benefit-entries.ts'
import type { Json } from '../people/contact-parts.ts'
import type { Part, RegistrationsBench } from './registrations.ts'
import { type OpenedSubmissions, openSubmissions } from './submitted-registrations.ts'

type Answer = ReturnType<RegistrationsBench['mine']['post']>

/** A published event with two tiers. */
export interface Hosted {
  eventId: number
  /** A tier for one sponsor, with one attendee, that grants benefits if the event was made so. */
  gold: number
  silver: number
  /** The registration type of the included attendee. */
  guest: number
}

/** Requests about sponsors of events. */
export interface EventSponsorsBench extends Omit<RegistrationsBench, 'save'>, OpenedSubmissions {
  hosted(sponsorshipTypeId?: number): Promise<Hosted>
  /** A sponsorship type that grants 10 pieces of a new benefit. */
  typeWithBenefit(): Promise<{ itemId: number; typeId: number }>
  /** What a contact has of a benefit: "Granted 10", the first entry first. */
  ledger(contactId: number, itemId: number): Promise<string[]>
  save(eventId: number, id: number, body: object): Answer
  /** Enters a sponsor, and returns its details. */
  sponsor(event: Hosted, more?: object): Promise<Json & { EventSponsorId: number; AuditId: number }>
  /** Submits an order with a sponsorship as a stranger, and returns the id of the sponsor. */
  bought(event: Hosted, sponsorship: object, billing?: object): Promise<number>
  details(event: Hosted, id: number): Promise<Json>
  row(id: number): Promise<Json>
  /** Performs one of the status operations with the current version. */
  perform(event: Hosted, id: number, verb: string): Answer
  /** The kinds of the events of a sponsor, the oldest first. */
  kinds(id: number): Promise<string[]>
}

export const BUYER = { FirstName: 'Dana', LastName: 'Reyes', EmailAddress: 'dana@crest.example' }

export const pathOf = (eventId: number, id: number | string, verb = ''): string =>
  `/api/events/${eventId}/sponsors/${id}${verb && `/${verb}`}`

export const openEventSponsors = async (now = '2030-03-01T12:00:00Z'): Promise<EventSponsorsBench> => {
  const bench = await openSubmissions(() => new Date(now))
  const { mine, server, good } = bench
  const { system } = server.database
  let made = 0
  const ok = async (answer: Answer): Promise<Json> => {
    const { statusCode, body, json } = await answer
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
    return json()
  }
  const save: EventSponsorsBench['save'] = (eventId, id, body) => mine.post(pathOf(eventId, id), body)
  const details: EventSponsorsBench['details'] = async ({ eventId }, id) =>
    (await good('getEventSponsor', mine.get(pathOf(eventId, id)))).body
  const typeWithBenefit: EventSponsorsBench['typeWithBenefit'] = async () => {
    const itemId = Number((await ok(mine.post('/api/benefits/items/0', { Name: `Ad ${++made}` }))).BenefitItemId)
    const Items = [{ BenefitItemId: itemId, Quantity: 10 }]
    const packaged = await ok(mine.post('/api/benefits/packages/0', { Name: `Pack ${made}`, Items }))
    const SaleableItem = { SaleableItemId: await bench.saleable() }
    const type = { Name: `Level ${made}`, LengthInMonths: '12', SaleableItem }
    const sent = { ...type, SponsorBenefitId: String(packaged.BenefitPackageId) }
    return { itemId, typeId: Number((await ok(mine.post('/api/sponsorships/types/0', sent))).SponsorshipTypeId) }
  }
  return {
    ...bench,
    save,
    details,
    typeWithBenefit,
    hosted: async (SponsorshipTypeId) => {
      const SaleableItemId = await bench.saleable()
      const { id, free } = await bench.congress({ TaxSetId: null, SponsorshipTiers: null })
      const { AuditId } = await bench.read(id)
      const included = { IncludedSeats: 1, IncludedRegistrationTypeId: free }
      const SponsorshipTiers = [
        { Name: 'Gold', Price: 2500, MaxQuantity: 1, SaleableItemId, ...included, SponsorshipTypeId },
        { Name: 'Silver', Price: 100, SaleableItemId },
      ]
      const sent = { AuditId, SponsorshipTiers }
      const tiers = (await ok(mine.post(`/api/events/${id}`, sent))).SponsorshipTiers as Part[]
      const [gold, silver] = tiers.map((tier) => tier.SponsorshipTierId)
      return { eventId: id, gold: gold ?? 0, silver: silver ?? 0, guest: free }
    },
    ledger: (contactId, itemId) => readLedger(mine, contactId, itemId),
    sponsor: async ({ eventId, silver }, more = {}) => {
      const sent = { SponsorshipTierId: silver, SponsorName: 'Crest Pottery', ...BUYER, ...more }
      const { body } = await good('saveEventSponsor', save(eventId, 0, sent))
      return body as unknown as Json & { EventSponsorId: number; AuditId: number }
    },
    bought: async ({ eventId }, sponsorship, billing = {}) => {
      const BillingInfo = { ...BUYER, OrganizationName: 'Crest Pottery', ...billing }
      const cart = await bench.cart(eventId, { BillingInfo, Sponsorships: [sponsorship] })
      const { Status, StatusMessage } = await bench.submit(eventId, cart, { PaymentKind: 'Invoice' })
      if (Status !== 0) throw new Error(`${Status} ${StatusMessage}`)
      const where = { tenantId: mine.tenant.id, eventId, orderId: { not: null } }
      return (await system.eventSponsor.findFirstOrThrow({ where, orderBy: { id: 'desc' } })).id
    },
    row: async (id) => {
      const { Results } = await ok(mine.get(`/api/events/sponsors?Filter=EventSponsorId eq ${id}`))
      return (Results as Json[])[0] ?? {}
    },
    perform: async (event, id, verb) =>
      mine.post(pathOf(event.eventId, id, verb), { AuditId: (await details(event, id)).AuditId }),
    kinds: async (id) => (await bench.kindsOf('eventsponsor', id)).map((kind) => kind.replace('eventsponsor.', '')),
  }
}
