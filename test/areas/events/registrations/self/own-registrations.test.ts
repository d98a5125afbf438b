import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addEventOrder } from '#test/support/events/event-orders'
import { type EventsBench, openEvents } from '#test/support/events/events'
import type { Json } from '#test/support/people/contact-parts'
import {
  addFirm,
  addMember,
  type MemberTokens,
  makeOwner,
  memberTokens,
  type TestMember,
} from '#test/support/people/members'

let bench: EventsBench
let one: TestMember
let member: MemberTokens
beforeAll(async () => {
  bench = await openEvents()
  one = await addMember(bench.mine)
  member = await memberTokens(bench.server, bench.mine, one)
})
afterAll(() => bench.server.close())

const URL = '/api/self/events/registrations'

describe('GET /api/self/events/registrations (listOwnEventRegistrations)', () => {
  test('lists what the member and its firm are registered for or pay, with amounts only for payers', async () => {
    const firm = await addFirm(bench.mine)
    await makeOwner(bench.mine, one.contactId, firm)
    const { EventId, RegistrationTypes } = await bench.event({ Status: 'Published', Location: 'City museum' })
    const typeId = (RegistrationTypes as { EventRegistrationTypeId: number }[])[0]?.EventRegistrationTypeId ?? 0
    const saleableItemId = await bench.saleable()
    const add = async (payerId: number, contactId: number | undefined, month: number) => {
      const people = [contactId === undefined ? {} : { contactId }]
      const at = new Date(Date.UTC(2030, month, 1))
      const sent = { eventId: Number(EventId), typeId, payerId, people, price: 30, saleableItemId, at }
      return (await addEventOrder(bench.server, bench.mine, sent)).registrationIds[0]
    }
    const other = await bench.person()
    await add(other, other, 1)
    const invited = await add(other, one.contactId, 2)
    const paid = await add(firm, undefined, 3)
    const { body } = await bench.good('listOwnEventRegistrations', member.get(URL))
    expect(body.Registrations).toMatchObject([
      { RegistrationId: paid, Location: 'City museum', ContactId: null, Amount: 30, Balance: 30 },
      { RegistrationId: invited, ContactId: one.contactId, Amount: 0, Balance: 0, InvoiceNumber: null },
    ] satisfies Json[])
  })

  test('requires a member', async () => {
    const response = await bench.mine.get(URL)
    expect([response.statusCode, response.json().code]).toEqual([403, 'not-a-member'])
    expect((await bench.server.app.inject({ url: URL })).statusCode).toBe(401)
  })
})
