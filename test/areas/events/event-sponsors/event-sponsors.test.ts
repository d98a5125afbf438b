import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventSponsorsBench, openEventSponsors, pathOf } from '#test/support/events/event-sponsors'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: EventSponsorsBench
beforeAll(async () => {
  bench = await openEventSponsors()
})
afterAll(() => bench.server.close())

const list = async (path: string, operation = 'listEventSponsors') =>
  (await bench.good(operation, bench.mine.get(path))).body

describe('GET /api/events/{eventId}/sponsors (listEventSponsors)', () => {
  test('lists a sponsor of an order with its invoice, its registration and what is left to settle', async () => {
    const event = await bench.hosted()
    const Attendees = [{ EventRegistrationTypeId: event.guest, FirstName: 'Noor', LastName: 'Haddad' }]
    const id = await bench.bought(event, { SponsorshipTierId: event.gold, Attendees })
    const body = await list(`/api/events/${event.eventId}/sponsors`)
    expect(body).toMatchObject({
      TotalRecordAvailable: '1',
      Results: [
        {
          EventSponsorId: id,
          AuditId: 1,
          EventId: event.eventId,
          SponsorStatusTypeId: '1',
          Status: 'Pending',
          Sponsorship: 'Gold',
          SponsorName: 'Crest Pottery',
          Contact: 'Noor Haddad',
          SponsorFee: 2500,
          Balance: 2500,
          ContactId: 0,
          BillingContactId: null,
          MatchingStatus: 'Unmatched',
          ShowProcessAch: false,
          PostActions: ['matchBusiness', 'matchIndividual'],
          ContactActions: [],
          Actions: ['edit', 'approve', 'decline', 'markNotAttending', 'cancel'],
        },
      ],
    })
    const [row] = body.Results as Json[]
    expect([row?.PurchaseId, row?.InvoiceId, row?.RegistrationId, row?.EventDetailId].map(Number).every(Boolean)).toBe(
      true,
    )
    expect(await bench.kinds(id)).toEqual(['created'])
  })

  test('finds text, filters and orders, and pages by the Link header', async () => {
    const event = await bench.hosted()
    for (const SponsorName of ['Éclair Bakery', 'Harbor', 'Zenith']) await bench.sponsor(event, { SponsorName })
    const path = `/api/events/${event.eventId}/sponsors`
    expect(await list(`${path}?Criteria=eclair`)).toMatchObject({ TotalRecordAvailable: '1' })
    expect(await list(`${path}?Filter=SponsorFee gt 100`)).toMatchObject({ TotalRecordAvailable: '0' })
    const first = await bench.mine.get(`${path}?OrderBy=SponsorName&Take=2`)
    const names = (response: typeof first) => (response.json().Results as Json[]).map(({ SponsorName }) => SponsorName)
    expect(names(first)).toEqual(['Harbor', 'Zenith'])
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect(names(await bench.mine.get(next.replace(/^https?:\/\/[^/]+/, '')))).toEqual(['Éclair Bakery'])
  })

  test('returns 404 for the event of another tenant', async () => {
    const { eventId } = await bench.hosted()
    expect(await refusal(bench.theirs.get(`/api/events/${eventId}/sponsors`))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/events/sponsors (listAllEventSponsors)', () => {
  test('lists the sponsors of all events, the newest first, and none of carts', async () => {
    const one = await bench.hosted()
    const two = await bench.hosted()
    const ids = [(await bench.sponsor(one)).EventSponsorId, (await bench.sponsor(two)).EventSponsorId]
    const BillingInfo = { FirstName: 'Dana', LastName: 'Reyes', EmailAddress: 'dana@crest.example' }
    await bench.cart(one.eventId, { BillingInfo, Sponsorships: [{ SponsorshipTierId: one.silver }] })
    const { Results } = await list('/api/events/sponsors?Take=2', 'listAllEventSponsors')
    expect((Results as Json[]).map(({ EventSponsorId }) => EventSponsorId)).toEqual(ids.reverse())
    const theirs = (await bench.theirs.get('/api/events/sponsors')).json()
    expect(theirs).toMatchObject({ TotalRecordAvailable: '0', Results: [] })
  })

  test('offers no actions without the scope for them', async () => {
    const event = await bench.hosted()
    await bench.sponsor(event)
    const reader = await bench.server.caller(bench.mine.tenant, ['event-sponsors:read'])
    const { Results } = (await reader.get('/api/events/sponsors?Take=1')).json()
    expect(Results[0]).toMatchObject({ Actions: [], PostActions: [], ContactActions: [] })
    const other = await bench.server.caller(bench.mine.tenant, ['events:read'])
    expect(await refusal(other.get('/api/events/sponsors'))).toEqual([403, 'insufficient-scope'])
  })
})

describe('GET /api/events/{eventId}/sponsors/{eventSponsorId} (getEventSponsor)', () => {
  test('returns what was entered, and hides it if the contact is deleted', async () => {
    const event = await bench.hosted()
    const IndividualContactId = await bench.person()
    const { EventSponsorId: id } = await bench.sponsor(event, { IndividualContactId, Phone: '+1 555 0140' })
    expect(await bench.details(event, id)).toMatchObject({
      SponsorName: 'Crest Pottery',
      FirstName: 'Dana',
      Phone: '+1 555 0140',
      IndividualContactId,
      CustomFields: [],
    })
    await bench.perform(event, id, 'cancel')
    const deleted = await bench.mine.delete(
      `/api/contacts/${IndividualContactId}/${await bench.version(IndividualContactId)}`,
    )
    expect(deleted.statusCode, deleted.body).toBe(200)
    expect(await bench.details(event, id)).toMatchObject({ FirstName: null, Phone: null, IndividualContactId: null })
  })

  test('returns 404 for another event and for another tenant', async () => {
    const event = await bench.hosted()
    const other = await bench.hosted()
    const { EventSponsorId: id } = await bench.sponsor(event)
    expect(await refusal(bench.mine.get(pathOf(other.eventId, id)))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(pathOf(event.eventId, id)))).toEqual([404, 'not-found'])
  })
})

describe('POST /api/events/{eventId}/sponsors/{eventSponsorId} (saveEventSponsor)', () => {
  test('creates a pending sponsor with the price of its tier, and changes it', async () => {
    const event = await bench.hosted()
    const OrganizationContactId = await bench.organization()
    const made = await bench.sponsor(event, { OrganizationContactId })
    expect(made).toMatchObject({ AuditId: 1, Status: 'Pending', SponsorFee: 100, InvoiceId: 0, PurchaseId: 0 })
    const { EventSponsorId: id } = made
    const sent = { AuditId: 1, SponsorName: '  Harbor   Works ', SponsorFee: 80.5 }
    const { body } = await bench.good('saveEventSponsor', bench.save(event.eventId, id, sent))
    expect(body).toMatchObject({ AuditId: 2, SponsorName: 'Harbor Works', SponsorFee: 80.5, FirstName: 'Dana' })
    expect(await bench.row(id)).toMatchObject({
      ContactId: OrganizationContactId,
      MatchingStatus: 'IndividualUnmatched',
    })
    expect(await refusal(bench.save(event.eventId, id, sent))).toEqual([409, 'stale-audit-id'])
    expect(await bench.kinds(id)).toEqual(['created', 'updated'])
  })

  test('names every field that breaks a rule', async () => {
    const event = await bench.hosted()
    const sent = { SponsorshipTierId: 1, EmailAddress: 'x', CountryId: 1, SponsorName: ' ', LastName: '' }
    const answer = await bench.save(event.eventId, 0, sent)
    const { errors } = answer.json() as { errors: { pointer: string }[] }
    expect([answer.statusCode, ...errors.map(({ pointer }) => pointer)]).toEqual([
      ...[422, '/SponsorName', '/EmailAddress', '/CountryId', '/SponsorshipTierId'],
    ])
    const reached = { WebAddress: 'javascript:alert(1)', OrganizationPhone: 'abc', Phone: 'x' }
    const unreachable = await bench.save(event.eventId, 0, {
      SponsorshipTierId: event.silver,
      LastName: 'Lee',
      ...reached,
    })
    expect((unreachable.json().errors as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      ...['/WebAddress', '/Phone', '/OrganizationPhone'],
    ])
    const fee = { SponsorshipTierId: event.silver, LastName: 'Lee', SponsorFee: 0.001 }
    expect(await refusal(bench.save(event.eventId, 0, fee))).toEqual([400, '/SponsorFee'])
    const person = { SponsorshipTierId: event.silver, LastName: 'Lee', OrganizationContactId: await bench.person() }
    expect(await refusal(bench.save(event.eventId, 0, person))).toEqual([422, '/OrganizationContactId'])
  })

  test('completes a web address, and keeps a phone number that a stranger entered', async () => {
    const event = await bench.hosted()
    const Phone = { Number: 'ask Dana' }
    const id = await bench.bought(event, { SponsorshipTierId: event.silver }, { Phone })
    const kept = { AuditId: 1, Phone: 'ask Dana', WebAddress: 'crest.example/pots' }
    expect((await bench.good('saveEventSponsor', bench.save(event.eventId, id, kept))).body).toMatchObject({
      Phone: 'ask Dana',
      WebAddress: 'https://crest.example/pots',
    })
  })

  test('keeps the tier and the fee of an order, and the maximum of a tier', async () => {
    const event = await bench.hosted()
    const id = await bench.bought(event, { SponsorshipTierId: event.gold })
    const change = { AuditId: 1, SponsorshipTierId: event.silver, SponsorFee: 1 }
    expect(await refusal(bench.save(event.eventId, id, change))).toEqual([422, '/SponsorshipTierId'])
    const full = { SponsorshipTierId: event.gold, SponsorName: 'Zenith' }
    expect(await refusal(bench.save(event.eventId, 0, full))).toEqual([422, '/SponsorshipTierId'])
    await bench.perform(event, id, 'decline')
    expect((await bench.save(event.eventId, 0, full)).statusCode).toBe(200)
  })

  test('returns 404 for another tenant', async () => {
    const event = await bench.hosted()
    const { EventSponsorId: id } = await bench.sponsor(event)
    expect(await refusal(bench.theirs.post(pathOf(event.eventId, id), { AuditId: 1 }))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.post(pathOf(event.eventId, 0), {}))).toEqual([404, 'not-found'])
  })
})

describe('POST /api/events/{eventId}/sponsors/{eventSponsorId}/approve (approveEventSponsor)', () => {
  test('grants the benefits of the tier once, and takes back what is unused', async () => {
    const { itemId, typeId } = await bench.typeWithBenefit()
    const event = await bench.hosted(typeId)
    const OrganizationContactId = await bench.organization()
    const sent = { SponsorshipTierId: event.gold, OrganizationContactId }
    const { EventSponsorId: id } = await bench.sponsor(event, sent)
    const { body } = await bench.good('approveEventSponsor', bench.perform(event, id, 'approve'))
    expect(body).toMatchObject({
      AuditId: 2,
      Status: 'Approved',
      Actions: ['edit', 'decline', 'markNotAttending', 'cancel'],
    })
    expect(await bench.ledger(OrganizationContactId, itemId)).toEqual(['Granted 10'])
    expect(await refusal(bench.perform(event, id, 'approve'))).toEqual([409, 'sponsor-state'])
    await bench.perform(event, id, 'decline')
    expect(await bench.ledger(OrganizationContactId, itemId)).toEqual(['Granted 10', 'Reversed -10'])
    await bench.perform(event, id, 'approve')
    expect((await bench.ledger(OrganizationContactId, itemId)).at(-1)).toBe('Granted 10')
    expect(await bench.kinds(id)).toEqual(['created', 'approved', 'declined', 'approved'])
  })

  test('refuses a declined sponsor whose position is taken, and offers no approval', async () => {
    const event = await bench.hosted()
    const { EventSponsorId: id } = await bench.sponsor(event, { SponsorshipTierId: event.gold })
    await bench.perform(event, id, 'decline')
    await bench.sponsor(event, { SponsorshipTierId: event.gold })
    expect(await bench.row(id)).toMatchObject({ Actions: [], PostActions: [] })
    expect(await refusal(bench.perform(event, id, 'approve'))).toEqual([422, '/SponsorshipTierId'])
  })

  test('refuses a sponsor of a cancelled event and one of another tenant', async () => {
    const event = await bench.hosted()
    const { EventSponsorId: id } = await bench.sponsor(event)
    expect(await refusal(bench.theirs.post(pathOf(event.eventId, id, 'approve'), { AuditId: 1 }))).toEqual([
      404,
      'not-found',
    ])
    expect(await refusal(bench.mine.post(pathOf(event.eventId, id, 'approve'), {}))).toEqual([409, 'stale-audit-id'])
    const { tenant } = bench.mine
    const where = { tenantId: tenant.id, id: event.eventId }
    await bench.server.database.system.event.updateMany({ where, data: { status: 'Cancelled' } })
    expect(await refusal(bench.perform(event, id, 'approve'))).toEqual([409, 'event-state'])
    const late = { SponsorshipTierId: event.silver, SponsorName: 'Late' }
    expect(await refusal(bench.save(event.eventId, 0, late))).toEqual([409, 'event-state'])
    expect((await bench.save(event.eventId, id, { AuditId: 1, SponsorName: 'Renamed' })).statusCode).toBe(200)
  })
})

const STATUSES: [string, string, string, string, string[]][] = [
  ['decline', 'declineEventSponsor', 'Declined', 'declined', ['approve']],
  ['notattending', 'markEventSponsorNotAttending', 'Not attending', 'notattending', ['edit', 'approve', 'cancel']],
  ['cancel', 'cancelEventSponsor', 'Cancelled', 'cancelled', []],
]

const changesStatus = (verb: string) => async () => {
  const [, operation = '', Status, kind, Actions] = STATUSES.find(([one]) => one === verb) ?? []
  const event = await bench.hosted()
  const { EventSponsorId: id } = await bench.sponsor(event)
  const { body } = await bench.good(operation, bench.perform(event, id, verb))
  expect(body).toMatchObject({ AuditId: 2, Status, Actions })
  expect(await bench.details(event, id)).toMatchObject({ AuditId: 2, Status })
  expect((await bench.kinds(id)).at(-1)).toBe(kind)
  expect(await refusal(bench.perform(event, id, verb))).toEqual([409, 'sponsor-state'])
  expect(await refusal(bench.theirs.post(pathOf(event.eventId, id, verb), { AuditId: 2 }))).toEqual([404, 'not-found'])
  const reader = await bench.server.caller(bench.mine.tenant, ['event-sponsors:read'])
  expect(await refusal(reader.post(pathOf(event.eventId, id, verb), { AuditId: 2 }))).toEqual([
    403,
    'insufficient-scope',
  ])
}

describe('POST /api/events/{eventId}/sponsors/{eventSponsorId}/decline (declineEventSponsor)', () => {
  test('declines a sponsor once', changesStatus('decline'))
})

describe('POST /api/events/{eventId}/sponsors/{eventSponsorId}/notattending (markEventSponsorNotAttending)', () => {
  test('marks a sponsor once', changesStatus('notattending'))
})

describe('POST /api/events/{eventId}/sponsors/{eventSponsorId}/cancel (cancelEventSponsor)', () => {
  test('cancels a sponsor permanently', changesStatus('cancel'))

  test('takes back benefits that are not used', async () => {
    const { itemId, typeId } = await bench.typeWithBenefit()
    const event = await bench.hosted(typeId)
    const OrganizationContactId = await bench.organization()
    const sent = { SponsorshipTierId: event.gold, OrganizationContactId }
    const { EventSponsorId: id } = await bench.sponsor(event, sent)
    await bench.perform(event, id, 'approve')
    const use = { ContactId: OrganizationContactId, BenefitItemId: itemId, UsageQuantity: 4 }
    expect((await bench.mine.post('/api/benefitledger/manualusage', use)).statusCode).toBe(200)
    await bench.perform(event, id, 'cancel')
    expect((await bench.ledger(OrganizationContactId, itemId)).at(-1)).toBe('Reversed -6')
  })
})
