import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INVOICE } from '#test/support/events/cancellations'
import { type ChangesBench, openChanges } from '#test/support/events/order-changes'
import { PAYER, person } from '#test/support/events/registrations'
import { type MemberTokens, memberTokens } from '#test/support/people/members'

let bench: ChangesBench
let member: MemberTokens
beforeAll(async () => {
  // Sessions of members have the clock of the system.
  bench = await openChanges(() => new Date())
  const email = 'mia@payers.example'
  const contactId = await bench.addMember(email)
  const login = await bench.mine.post('/api/memberlogins/0', { ContactId: contactId, EmailAddress: email })
  const { MemberLoginId: memberLoginId } = login.json()
  member = await memberTokens(bench.server, bench.mine, { contactId, memberLoginId, email })
})
afterAll(() => bench.server.close())

const change = (OrderKey: string, RegistrationId: number | undefined, EventRegistrationTypeId: number) => ({
  OrderKey,
  Registrations: [{ RegistrationId, EventRegistrationTypeId }],
})

describe('POST /api/public/events/changeorder/{id} (changePayerOrder)', () => {
  test('has the prices of the member that pays for the order, and not those of another one', async () => {
    const event = await bench.goldCongress({ MembershipProof: 'SignIn' }, { MemberPrice: 120 })
    const { ids, OrderKey } = await bench.ordered(event, ['Noor'], INVOICE)
    const send = async (path: string, body: object) => (await member.post(`/api/public/events/${path}`, body)).json()
    const totals = async (key: string, id: number | undefined) => [
      (await send(`changeorder/preview/${event.id}`, change(key, id, event.gold))).Total,
      (await send(`changeorder/${event.id}`, change(key, id, event.gold))).Splits.Total,
    ]
    expect(await totals(OrderKey, ids[0])).toEqual([162.38, 162.38])
    const form = { BillingInfo: PAYER, Registrations: [person(event.full)] }
    const captcha = async () => ({ CaptchaResponse: await bench.captcha(event.id) })
    const { Data } = await send(`register_v2/${event.id}`, { ...form, ...(await captcha()) })
    const { CartKey, Registrations, Splits } = Data
    const payment = { CartKey, ExpectedTotal: Splits.AmountDue, ...INVOICE }
    await bench.mails()
    expect((await send(`submit/${event.id}`, { ...payment, ...(await captcha()) })).Status).toBe(0)
    expect(await totals(await bench.newestKey(), Registrations[0].RegistrationId)).toEqual([129.9, 129.9])
  })
})
