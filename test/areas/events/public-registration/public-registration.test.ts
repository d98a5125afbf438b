import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf, openRegistrations, PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'

let bench: RegistrationsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(() => now)
})
afterAll(() => bench.server.close())

describe('POST /api/public/events/validate/{id} (validateRegistration)', () => {
  test('accepts a complete form', async () => {
    const { id, full } = await bench.congress()
    const good = { BillingInfo: PAYER, Registrations: [person(full)] }
    const accepted = { Status: 0, StatusMessage: null, Data: { IsValid: true, Warnings: [] }, Errors: [] }
    expect(await bench.post('validate', id, good)).toEqual(accepted)
    const firm = { ContactType: '2', OrganizationName: 'Crest Pottery', EmailAddress: 'office@crest.example' }
    expect(await bench.post('validate', id, { ...good, BillingInfo: firm })).toEqual(accepted)
  })

  test('reports every fault of a form at once', async () => {
    const { id, full, table, members, parts } = await bench.congress()
    const session = parts.Sessions[0]?.SessionId
    const item = parts.AdditionalItems[0]?.ItemId
    const SponsorshipTierId = parts.SponsorshipTiers[0]?.SponsorshipTierId
    const refused = await bench.post('validate', id, {
      BillingInfo: { FirstName: ' ', EmailAddress: 'dana@', Vouchers: [{ Code: 'X' }] },
      WebReferralSourceTypeId: '2000000000',
      Registrations: [
        { EventRegistrationTypeId: full, EmailAddress: 'x', SessionIds: [session, session] },
        person(members),
        ...[1, 1, 1, 1].map((GroupNumber) => person(table, { GroupNumber })),
        person(full, { Answers: [{ FieldId: 1, Value: 'a' }] }),
      ],
      Sponsorships: [{ SponsorshipTierId, WebAddress: 'not a url', Attendees: [person(full), person(full)] }],
      AdditionalPurchaseItems: [{ ItemId: item, Quantity: 3 }],
      DonationItems: [{ ItemId: parts.Donations[0]?.ItemId }],
    })
    expect(refused).toMatchObject({ Status: 422, Data: { IsValid: false } })
    expect(faultsOf(refused).sort()).toEqual([
      ['/AdditionalPurchaseItems/0/Quantity', 'tooMany'],
      ['/BillingInfo/EmailAddress', 'format'],
      ['/BillingInfo/FirstName', 'required'],
      ['/BillingInfo/LastName', 'required'],
      ['/BillingInfo/Vouchers/0/Code', 'unknown'],
      ['/DonationItems/0/Amount', 'required'],
      ['/Registrations/0/EmailAddress', 'format'],
      ['/Registrations/0/FirstName', 'required'],
      ['/Registrations/0/LastName', 'required'],
      ['/Registrations/0/SessionIds/1', 'duplicate'],
      ['/Registrations/1/EventRegistrationTypeId', 'notEntitled'],
      ['/Registrations/5/GroupNumber', 'tooMany'],
      ['/Registrations/6/Answers/0/FieldId', 'unknown'],
      ['/Sponsorships/0/Attendees/0/EventRegistrationTypeId', 'notEntitled'],
      ['/Sponsorships/0/Attendees/1', 'tooMany'],
      ['/Sponsorships/0/WebAddress', 'format'],
      ['/WebReferralSourceTypeId', 'unknown'],
    ])
  })

  test('reports what is sold out, unless there is a waiting list', async () => {
    const { id, AuditId, full, table, free } = await bench.congress({ Capacity: 3 })
    const form = (...ids: unknown[]) => ({ BillingInfo: PAYER, Registrations: ids.map((one) => person(one)) })
    expect((await bench.post('validate', id, form(table))).Status).toBe(0)
    expect(faultsOf(await bench.post('validate', id, form(table, free)))).toEqual([
      ['/Registrations/1/EventRegistrationTypeId', 'soldOut'],
    ])
    await bench.addRegistration(id, Number(free), 1)
    expect(faultsOf(await bench.post('validate', id, form(table)))).toEqual([
      ['/Registrations/0/EventRegistrationTypeId', 'soldOut'],
    ])
    expect((await bench.post('validate', id, form(full, full))).Status).toBe(0)
    await bench.good('saveEvent', bench.save(id, { AuditId, HasWaitingList: true }))
    expect((await bench.post('validate', id, form(table))).Status).toBe(0)
    // Who waits pays nothing until a place is offered.
    expect((await bench.post('splits', id, form(table))).Data).toMatchObject({ Lines: [], AmountDue: 0 })
    // While a person waits, a free seat is for that person.
    await bench.addRegistration(id, Number(free), 11, 2)
    expect((await bench.post('splits', id, form(full))).Data).toMatchObject({ Lines: [] })
  })

  test('checks the form of a cart as a save would', async () => {
    const { id, free } = await bench.congress({ Capacity: 1 })
    const form = { BillingInfo: PAYER, Registrations: [person(free)] }
    const { Data } = await bench.post('register_v2', id, { ...form, CaptchaResponse: await bench.captcha(id) })
    const { CartKey, Registrations } = Data as { CartKey: string; Registrations: { RegistrationId: number }[] }
    const kept = [person(free, { RegistrationId: Registrations[0]?.RegistrationId })]
    expect((await bench.post('validate', id, { ...form, CartKey, Registrations: kept })).Status).toBe(0)
    expect((await bench.post('validate', id, form)).Status).toBe(422)
    expect(faultsOf(await bench.post('validate', id, { ...form, Registrations: kept }))).toContainEqual([
      '/Registrations/0/RegistrationId',
      'unknown',
    ])
    expect((await bench.post('validate', id, { ...form, CartKey: 'A'.repeat(32) })).Status).toBe(404)
  })

  test('counts a place in a cart until its time has run out, and no cancelled one', async () => {
    const { id, free } = await bench.congress({ Capacity: 1 })
    const form = { BillingInfo: PAYER, Registrations: [person(free)] }
    await bench.addRegistration(id, Number(free), 9)
    await bench.addRegistration(id, Number(free), 14)
    expect((await bench.post('validate', id, form)).Status).toBe(422)
    now = new Date(now.getTime() + 15 * 60_000)
    expect((await bench.post('validate', id, form)).Status).toBe(0)
  })

  test('refuses a form while registration is closed, except for staff', async () => {
    const dates = { RegistrationOpens: '2030-03-10T00:00:00Z', RegistrationCloses: '2030-03-20T00:00:00Z' }
    const { id, AuditId, free } = await bench.congress(dates)
    const form = { BillingInfo: PAYER, Registrations: [person(free)] }
    const closed = async () => (await bench.post('validate', id, form)).Errors.map(({ Message }) => Message)
    expect(await closed()).toEqual(['Registration has not opened yet.'])
    const staff = await bench.mine.post(`/api/public/events/validate/${id}`, form)
    expect(staff.json().Status).toBe(0)
    now = new Date('2030-03-20T00:00:00Z')
    expect(await closed()).toEqual(['Registration is closed.'])
    await bench.good('saveEvent', bench.save(id, { AuditId, Status: 'Cancelled' }))
    expect(await closed()).toEqual(['The event is cancelled.'])
    now = new Date('2030-03-01T12:00:00Z')
    expect(faultsOf(await bench.post('validate', id, {}))).toContainEqual(['/Registrations', 'required'])
  })
})
