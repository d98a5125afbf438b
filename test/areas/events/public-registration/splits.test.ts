import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf, openRegistrations, type RegistrationsBench } from '#test/support/events/registrations'

let bench: RegistrationsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(() => now)
})
afterAll(() => bench.server.close())

const linesOf = ({ Data }: Awaited<ReturnType<RegistrationsBench['post']>>) =>
  Data?.Lines as { Pointer: string; UnitPrice: number }[]

describe('POST /api/public/events/splits/{id} (calculateRegistrationSplits)', () => {
  test('adds up early prices, sessions, items, donations, discount and tax', async () => {
    const { id, full, parts } = await bench.congress()
    const session = parts.Sessions[0]?.SessionId
    const item = parts.AdditionalItems[0]?.ItemId
    const [scholarships, tree] = parts.Donations.map(({ ItemId }) => ItemId)
    const { Status, Data, Errors } = await bench.post('splits', id, {
      Registrations: [{ EventRegistrationTypeId: full, SessionIds: [session], DiscountCode: ' student ' }],
      AdditionalPurchaseItems: [{ ItemId: item, Quantity: 2 }],
      DonationItems: [{ ItemId: scholarships, Amount: 20 }, { ItemId: tree }],
    })
    expect(Status, JSON.stringify(Errors)).toBe(0)
    expect(Data).toMatchObject({
      CurrencyCode: 'USD',
      ItemTotal: 163.5,
      DiscountTotal: 51.25,
      TaxTotal: 5.55,
      Total: 117.8,
      AmountDue: 117.8,
      Lines: [
        {
          Pointer: '/Registrations/0',
          Name: 'Full',
          ListPrice: 100,
          UnitPrice: 90,
          PriceReason: 'EarlyBird',
          Discount: 45,
          DiscountName: 'Students',
          TaxRate: 8.25,
          Tax: 3.71,
          Amount: 48.71,
        },
        { Pointer: '/Registrations/0', Name: 'Workshop', UnitPrice: 12.5, Discount: 6.25, Tax: 0.52, Amount: 6.77 },
        { Pointer: '/AdditionalPurchaseItems/0', Name: 'Parking', Quantity: 2, Discount: 0, Tax: 1.32, Amount: 17.32 },
        { Pointer: '/DonationItems/0', Name: 'Scholarships', UnitPrice: 20, Tax: 0, Amount: 20 },
        { Pointer: '/DonationItems/1', Name: 'Tree', UnitPrice: 25, Tax: 0, Amount: 25 },
      ],
    })
  })

  test('gives member prices to whom the event accepts as a member, whatever the body says', async () => {
    await bench.addMember('mia@crest.example')
    const { id, AuditId, full } = await bench.congress()
    const pricesOf = async (form: object) =>
      linesOf(await bench.post('splits', id, form)).map(({ UnitPrice }) => UnitPrice)
    const two = [
      { EventRegistrationTypeId: full, EmailAddress: 'Mia@CREST.example' },
      { EventRegistrationTypeId: full },
    ]
    expect(await pricesOf({ Registrations: two })).toEqual([70, 90])
    expect(await pricesOf({ BillingInfo: { EmailAddress: 'mia@crest.example' }, Registrations: two })).toEqual([70, 70])
    expect(await pricesOf({ BillingInfo: { IsMember: true, MembershipIds: [1] }, Registrations: two })).toEqual([
      70, 90,
    ])
    now = new Date('2030-04-02T12:00:00Z')
    expect(await pricesOf({ Registrations: two })).toEqual([80, 100])
    await bench.good('saveEvent', bench.save(id, { AuditId, MembershipProof: 'SignIn' }))
    expect(await pricesOf({ Registrations: two })).toEqual([100, 100])
    now = new Date('2030-03-01T12:00:00Z')
  })

  test('gives staff the prices of the contact that they name, also by the id of a merged one', async () => {
    const { id, full } = await bench.congress()
    const { mine, person, version } = bench
    const member = await bench.addMember('ben@crest.example')
    const loser = await person()
    const WinnerAuditId = await version(member)
    const LoserAuditId = await version(loser)
    const merge = { WinnerContactId: member, WinnerAuditId, LoserContactId: loser, LoserAuditId }
    expect((await mine.post('/api/contacts/merge', merge)).statusCode).toBe(200)
    const form = (TargetContactId: number) => ({
      TargetContactId: String(TargetContactId),
      Registrations: [{ EventRegistrationTypeId: full }],
    })
    const url = `/api/public/events/splits/${id}`
    for (const contact of [member, loser])
      expect((await mine.post(url, form(contact))).json()).toMatchObject({ Status: 0, Data: { ItemTotal: 70 } })
    expect(await bench.post('splits', id, form(member))).toMatchObject({ Data: { ItemTotal: 90 } })
    const unknown = (await mine.post(url, form(2_000_000_000))).json()
    expect([unknown.Status, ...faultsOf(unknown)]).toEqual([422, ['/TargetContactId', 'unknown']])
  })

  test('includes the guests of a table, and the attendees of a sponsor and an exhibitor', async () => {
    const { id, table, free, parts } = await bench.congress()
    const seat = (GroupNumber: number) => ({ EventRegistrationTypeId: table, GroupNumber })
    const priced = await bench.post('splits', id, {
      Registrations: [seat(1), seat(1), seat(2), seat(1)],
      Sponsorships: [
        {
          SponsorshipTierId: parts.SponsorshipTiers[0]?.SponsorshipTierId,
          Attendees: [{ EventRegistrationTypeId: free }],
        },
      ],
      Exhibitors: [{ ExhibitorTypeId: parts.ExhibitorTypes[0]?.ExhibitorTypeId }],
    })
    const lines = linesOf(priced).map(({ Pointer, UnitPrice }) => [Pointer, UnitPrice])
    expect(lines).toEqual([
      ['/Registrations/0', 600],
      ['/Registrations/2', 600],
      ['/Sponsorships/0', 2500],
      ['/Exhibitors/0', 500],
    ])
  })

  test('refuses what cannot be priced, and events that are not published', async () => {
    const { id, full } = await bench.congress()
    const unknown = { EventRegistrationTypeId: 2_000_000_000 }
    const refused = await bench.post('splits', id, {
      EventId: id + 1,
      Registrations: [unknown, { EventRegistrationTypeId: full, DiscountCode: 'PAST' }],
    })
    expect(refused).toMatchObject({ Status: 422, Data: null, StatusMessage: '3 fields need attention.' })
    expect(faultsOf(refused)).toEqual([
      ['/EventId', 'unknown'],
      ['/Registrations/0/EventRegistrationTypeId', 'unknown'],
      ['/Registrations/1/DiscountCode', 'unknown'],
    ])
    const draft = await bench.event()
    expect(await bench.post('splits', draft.EventId, {})).toMatchObject({ Status: 404, Data: null, Errors: [] })
    expect(await bench.post('splits', 2_000_000_000, {})).toMatchObject({ Status: 404, Data: null })
  })

  test('rejects a body that breaks a bound', async () => {
    const url = '/api/public/events/splits/1'
    const payload = { Registrations: [{ EventRegistrationTypeId: 0 }] }
    const response = await bench.server.app.inject({ method: 'POST', url, payload })
    expect([response.statusCode, response.json().errors[0].pointer]).toEqual([
      400,
      '/Registrations/0/EventRegistrationTypeId',
    ])
  })

  test('accepts a credential of another tenant as that of a stranger', async () => {
    const { id, AuditId, full } = await bench.congress()
    await bench.good('saveEvent', bench.save(id, { AuditId, MembershipProof: 'SignIn' }))
    const form = { Registrations: [{ EventRegistrationTypeId: full, EmailAddress: 'mia@crest.example' }] }
    const url = `/api/public/events/splits/${id}`
    const theirs = await bench.theirs.post(url, form)
    const stranger = await bench.server.app.inject({ method: 'POST', url, payload: form })
    expect(theirs.json()).toEqual(stranger.json())
    expect((await bench.post('splits', id, form)).Data).toMatchObject({ ItemTotal: 90 })
    const mine = await bench.mine.post(url, form)
    expect(mine.json()).toMatchObject({ Status: 0, Data: { ItemTotal: 70 } })
  })
})
