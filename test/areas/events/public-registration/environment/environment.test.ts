import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRegistrations, PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { expectShape } from '#test/support/server/contract-shape'

let bench: RegistrationsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(() => now)
})
afterAll(() => bench.server.close())

const asStaff = async (path: string) => {
  const response = await bench.mine.get(`/api/public/events/getenv/${path}`)
  expectShape('getRegistrationEnvironment', response.json())
  return response.json()
}
const typesIn = ({ Data }: { Data: object | null }) =>
  (Data as { RegistrationTypes: { YourPrice: number; PriceReason: string; SeatsLeft: number | null }[] })
    .RegistrationTypes

describe('GET /api/public/events/getenv/{id} (getRegistrationEnvironment)', () => {
  test('returns what a form needs, with what is left and a captcha', async () => {
    const { id, full, free, parts } = await bench.congress({ Capacity: 10, PaymentKinds: ['Invoice'] })
    await bench.addRegistration(id, free, 1, 4)
    const { Status, Data } = await bench.environment(`${id}`)
    expect(Status).toBe(0)
    expect(Data).toMatchObject({
      Event: {
        EventId: id,
        CurrencyCode: 'USD',
        IsRegistrationOpen: true,
        ClosedReason: null,
        Capacity: 10,
        SeatsLeft: 6,
        HasWaitingList: false,
        TimeZone: bench.mine.tenant.timeZone,
      },
      RegistrationTypes: [
        {
          EventRegistrationTypeId: full,
          Price: 100,
          MemberPrice: 80,
          YourPrice: 90,
          PriceReason: 'EarlyBird',
          EarlyBirdEnds: '2030-03-31',
          SeatsLeft: 6,
          IsWaitingListOnly: false,
          MaxPerOrder: 3,
        },
        { Name: 'Table', SeatsPerRegistration: 3 },
        { Name: 'Members', IsMembersOnly: true },
        { Name: 'Guest', YourPrice: 0 },
      ],
      Sessions: [{ SessionId: parts.Sessions[0]?.SessionId, Price: 12.5, SeatsLeft: null, RegistrationTypeIds: [] }],
      SponsorshipTiers: [{ Name: 'Gold', YourPrice: 2500, QuantityLeft: 1, IncludedSeats: 1 }],
      ExhibitorTypes: [{ Name: 'Booth', QuantityLeft: null }],
      AdditionalItems: [{ Name: 'Parking', MaxPerOrder: 2, IsAmountFree: false }],
      Donations: [
        { Name: 'Scholarships', IsAmountFree: true },
        { Name: 'Tree', YourPrice: 25, IsAmountFree: false },
      ],
      PaymentOptions: [{ Kind: 'Invoice', GatewayAccountId: null }],
      Captcha: { Kind: 'ProofOfWork', Algorithm: 'SHA-256' },
      Contact: null,
      Cart: null,
    })
  })

  test('ends early prices at midnight in the time zone of the event, as splits do', async () => {
    const { id, full } = await bench.congress({ TimeZone: 'America/Chicago' })
    const prices = async () => {
      const [type] = typesIn(await bench.environment(`${id}`))
      const { Data } = await bench.post('splits', id, { Registrations: [person(full)] })
      const { Lines } = Data as unknown as { Lines: { UnitPrice: number }[] }
      return [type?.YourPrice, Lines[0]?.UnitPrice]
    }
    now = new Date('2030-04-01T04:59:59Z')
    expect(await prices()).toEqual([90, 90])
    now = new Date('2030-04-01T05:00:00Z')
    expect(await prices()).toEqual([100, 100])
    now = new Date('2030-03-01T12:00:00Z')
  })

  test('says why registration is closed', async () => {
    const { id, AuditId, free } = await bench.congress({ Capacity: 1, RegistrationOpens: '2030-03-10T00:00:00Z' })
    const reason = async () => ((await bench.environment(`${id}`)).Data as { Event: object }).Event
    expect(await reason()).toMatchObject({ IsRegistrationOpen: false, ClosedReason: 'NotYetOpen' })
    now = new Date('2030-03-11T00:00:00Z')
    expect(await reason()).toMatchObject({ IsRegistrationOpen: true, ClosedReason: null })
    await bench.addRegistration(id, free, 1)
    expect(await reason()).toMatchObject({ IsRegistrationOpen: false, ClosedReason: 'SoldOut' })
    await bench.good('saveEvent', bench.save(id, { AuditId, Status: 'Cancelled' }))
    expect(await reason()).toMatchObject({ ClosedReason: 'Cancelled' })
    now = new Date('2030-03-01T12:00:00Z')
    expect(await bench.environment('2000000000')).toMatchObject({ Status: 404, Data: null })
  })

  test('rejects an id that breaks a bound', async () => {
    const response = await bench.server.app.inject({ method: 'GET', url: '/api/public/events/getenv/0' })
    expect([response.statusCode, response.json().errors[0].pointer]).toEqual([400, 'path:id'])
  })
})

describe('GET /api/public/events/getenv/{id}/{contactid} (getContactRegistrationEnvironment)', () => {
  test('returns the prices of a contact, and its data only to staff', async () => {
    const { id } = await bench.congress()
    const member = await bench.addMember('ida@crest.example')
    const stranger = await bench.environment(`${id}/${member}`)
    expect(typesIn(stranger)[0]).toMatchObject({ YourPrice: 70, PriceReason: 'EarlyBird' })
    expect(stranger.Data).toMatchObject({ Contact: null })
    expect(typesIn(await bench.environment(`${id}/null`))[0]).toMatchObject({ YourPrice: 90 })
    const { Data } = await asStaff(`${id}/${member}`)
    expect(Data).toMatchObject({
      Captcha: null,
      Contact: {
        ContactId: String(member),
        FirstName: 'Mia',
        EmailAddress: 'ida@crest.example',
        ContactType: '1',
        IsMember: true,
        IsTaxExempt: false,
        ContactRoles: [],
      },
    })
    const theirs = await bench.theirs.get(`/api/public/events/getenv/${id}/${member}`)
    expect(theirs.body).not.toContain('ida@crest.example')
  })

  test('shows a contact only to staff that can read contacts', async () => {
    const { id } = await bench.congress()
    const events = await bench.server.caller(bench.mine.tenant, ['events:read', 'events:write'])
    const refused = await events.get(`/api/public/events/getenv/${id}/${await bench.person()}`)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'insufficient-scope'])
    expect((await events.get(`/api/public/events/getenv/${id}`)).statusCode).toBe(200)
    const payer = { FirstName: 'Ida', LastName: 'Lee' }
    expect((await events.post('/api/public/events/determinebillingcontact', payer)).statusCode).toBe(403)
    const preview = { ContactIds: [await bench.person()] }
    expect((await events.post(`/api/events/${id}/invitations/preview`, preview)).statusCode).toBe(403)
  })

  test('returns the same for the id of a merged contact', async () => {
    const { id } = await bench.congress()
    const member = await bench.addMember('uma@crest.example')
    const loser = await bench.person()
    const WinnerAuditId = await bench.version(member)
    const LoserAuditId = await bench.version(loser)
    const merge = { WinnerContactId: member, WinnerAuditId, LoserContactId: loser, LoserAuditId }
    expect((await bench.mine.post('/api/contacts/merge', merge)).statusCode).toBe(200)
    expect((await asStaff(`${id}/${loser}`)).Data.Contact.ContactId).toBe(String(member))
  })
})

describe('GET /api/public/events/getenv/{id}/{contactid}/{regid} (getRegistrationEnvironmentOfRegistration)', () => {
  test('returns a cart to a caller with its key, and to staff by a registration', async () => {
    const { id, free } = await bench.congress()
    const CaptchaResponse = await bench.captcha(id)
    const form = { BillingInfo: PAYER, Registrations: [person(free)], CaptchaResponse }
    const { Data: cart } = await bench.post('register_v2', id, form)
    const { CartKey, Registrations } = cart as { CartKey: string; Registrations: { RegistrationId: number }[] }
    expect((await bench.environment(`${id}/null/${CartKey}`)).Data).toMatchObject({ Cart: cart })
    const registrationId = Registrations[0]?.RegistrationId
    expect((await bench.environment(`${id}/null/${registrationId}`)).Data).toMatchObject({ Cart: null })
    expect((await asStaff(`${id}/null/${registrationId}`)).Data.Cart).toEqual({ ...cart, CartKey: null })
    expect(await bench.environment(`${id}/null/aaaaaaaaaaaaaaaaaaaaaaaa`)).toMatchObject({ Status: 404, Data: null })
  })
})
