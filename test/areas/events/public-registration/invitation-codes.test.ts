import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBenefitEvent } from '#test/support/events/event-benefits'
import { type InvitationsBench, openInvitations } from '#test/support/events/invitations'
import { faultsOf, PAYER, person } from '#test/support/events/registrations'

let bench: InvitationsBench
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openInvitations(() => now)
})
afterAll(() => bench.server.close())

describe('GET /api/public/events/getenv/{id}/{contactid} (getContactRegistrationEnvironment)', () => {
  const fullOf = async (path: string) => {
    const { Data } = await bench.environment(path)
    const { RegistrationTypes, Contact } = Data as { RegistrationTypes: object[]; Contact: object | null }
    return { type: RegistrationTypes[0], contact: Contact }
  }

  test('shows the prices and the details of the contact to the holder of a code', async () => {
    const { id } = await bench.congress({ MembershipProof: 'Invitation' })
    const member = await bench.addMember('invited.member@people.example')
    const { code } = await bench.invited(id, {}, member)
    const contact = { ContactId: String(member), EmailAddress: 'invited.member@people.example', IsMember: true }
    for (const path of [`${id}/${code}`, `${id}?contactid=${code}`, `${id}/${code}/null`])
      expect(await fullOf(path)).toMatchObject({ type: { YourPrice: 70, PriceReason: 'EarlyBird' }, contact })
  })

  test('gives member prices to no id and no code if only a credential proves membership', async () => {
    const { id } = await bench.congress({ MembershipProof: 'SignIn' })
    const member = await bench.addMember('signed.in@people.example')
    const { code } = await bench.invited(id, {}, member)
    expect(await fullOf(`${id}/${member}`)).toMatchObject({ type: { YourPrice: 90 }, contact: null })
    expect(await fullOf(`${id}/${code}`)).toMatchObject({ type: { YourPrice: 90 }, contact: { IsMember: false } })
  })
})

describe('the InvitationCode of a form', () => {
  test('proves membership for all prices of the order, and stays with the cart', async () => {
    const { id, full } = await bench.congress({ MembershipProof: 'Invitation' })
    const { code } = await bench.invited(id, {}, await bench.addMember('code.member@people.example'))
    const form = {
      BillingInfo: { ...PAYER, EmailAddress: 'code.member@people.example' },
      Registrations: [person(full)],
    }
    const totalOf = async (more: object) => {
      const { Data } = await bench.post('splits', id, { ...form, ...more })
      return (Data as { ItemTotal: number }).ItemTotal
    }
    expect(await totalOf({})).toBe(90)
    expect(await totalOf({ InvitationCode: code })).toBe(70)
    const first = { CaptchaResponse: await bench.captcha(id), ...form, InvitationCode: code }
    const { Data } = await bench.post('register_v2', id, first)
    const { CartKey, Splits } = Data as { CartKey: string; Splits: object }
    expect(Splits).toMatchObject({ ItemTotal: 70 })
    const again = await bench.post('register_v2', id, { CaptchaResponse: await bench.captcha(id), ...form, CartKey })
    expect(again.Data).toMatchObject({ Splits: { ItemTotal: 70 } })
    expect((await bench.environment(`${id}?regid=${CartKey}`)).Data).toMatchObject({
      Cart: { Splits: { ItemTotal: 70 } },
    })
    const where = { tenantId: bench.mine.tenant.id, eventId: id }
    expect(JSON.stringify(await bench.server.database.system.eventOrder.findMany({ where }))).not.toContain(code)
  })

  test('lets the order use the benefits of the invited contact, unless only a credential proves who pays', async () => {
    const totalOf = async (MembershipProof: string) => {
      const owner = await bench.addMember(`${MembershipProof}.owner@people.example`)
      const { id, full } = await addBenefitEvent(bench, 1, { owner, event: { MembershipProof } })
      const { code } = await bench.invited(id, {}, owner)
      const { Data } = await bench.environment(`${id}/${code}`)
      const { Benefit } =
        (Data as { RegistrationTypes: { Benefit: { Left: number } | null }[] }).RegistrationTypes[0] ?? {}
      const form = { BillingInfo: PAYER, Registrations: [person(full)], InvitationCode: code }
      const splits = (await bench.post('splits', id, form)).Data as { Total: number }
      return [Benefit?.Left, splits.Total]
    }
    expect(await totalOf('Invitation')).toEqual([1, 0])
    expect(await totalOf('SignIn')).toEqual([undefined, 97.43])
  })

  test('works in version 1, and is a fault if it is not valid', async () => {
    const { id, full, free } = await bench.congress({ MembershipProof: 'Invitation' })
    const { code } = await bench.invited(id, {}, await bench.addMember('first.version@people.example'))
    const Models = [person(full)]
    const v1 = { CaptchaResponse: await bench.captcha(id), BillingInfo: PAYER, Models, InvitationCode: code }
    expect((await bench.post('register', id, v1)).Data).toMatchObject({ Splits: { ItemTotal: 70 } })
    const forged = { BillingInfo: PAYER, Registrations: [person(free)], InvitationCode: `${code.slice(0, -4)}AAAA` }
    expect(faultsOf(await bench.post('validate', id, forged))).toEqual([['/InvitationCode', 'unknown']])
  })
})

describe('a registration type for invited people', () => {
  const TYPE = '/Registrations/0/EventRegistrationTypeId'
  const gala = async () => {
    const RegistrationTypes = [
      { Name: 'Guest of honor', IsInvitationOnly: true },
      { Name: 'Press', IsInvitationOnly: true },
    ]
    const { EventId, RegistrationTypes: types } = await bench.event({ RegistrationTypes, Status: 'Published' })
    const [honor = 0, press = 0] = (types as { EventRegistrationTypeId: number }[]).map(
      (one) => one.EventRegistrationTypeId,
    )
    return { id: Number(EventId), honor, press }
  }
  const form = (InvitationCode: string | null, ...types: number[]) => ({
    BillingInfo: PAYER,
    InvitationCode,
    Registrations: types.map((type) => person(type)),
  })

  test('takes one registration by each invitation, of the type that it is limited to', async () => {
    const { id, honor, press } = await gala()
    const any = await bench.invited(id)
    const limited = await bench.invited(id, { EventRegistrationTypeId: press })
    const faults = async (body: object) => faultsOf(await bench.post('validate', id, body))
    expect(await faults(form(null, honor))).toEqual([[TYPE, 'notEntitled']])
    expect(await faults(form(any.code, honor))).toEqual([])
    expect(await faults(form(any.code, honor, press))).toEqual([[TYPE.replace('0', '1'), 'tooMany']])
    expect(await faults(form(limited.code, honor))).toEqual([[TYPE, 'notEntitled']])
    expect(await faults(form(limited.code, press))).toEqual([])
  })

  test('is not taken by a second cart with the same code', async () => {
    const { id, honor } = await gala()
    const { code } = await bench.invited(id)
    const register = async () =>
      bench.post('register_v2', id, { CaptchaResponse: await bench.captcha(id), ...form(code, honor) })
    const answers = await Promise.all([register(), register(), register()])
    expect(answers.map(({ Status }) => Status).sort()).toEqual([0, 422, 422])
  })

  test('closes the registration to strangers, and is open to staff', async () => {
    const { id, honor } = await gala()
    const { code } = await bench.invited(id)
    const eventOf = async (path: string) => ((await bench.environment(path)).Data as { Event: object }).Event
    expect(await eventOf(`${id}`)).toMatchObject({ IsRegistrationOpen: false, ClosedReason: 'InvitationOnly' })
    expect(await eventOf(`${id}/${code}`)).toMatchObject({ IsRegistrationOpen: true, ClosedReason: null })
    const answer = await bench.mine.post(`/api/public/events/validate/${id}`, form(null, honor))
    expect(answer.json()).toMatchObject({ Status: 0 })
  })
})
