import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addEventOrder } from '#test/support/events/event-orders'
import { type EventsBench, openEvents } from '#test/support/events/events'
import type { Json } from '#test/support/people/contact-parts'
import { addMember, type MemberTokens, memberTokens, type TestMember } from '#test/support/people/members'

let bench: EventsBench
let one: TestMember
let member: MemberTokens
beforeAll(async () => {
  bench = await openEvents()
  one = await addMember(bench.mine)
  member = await memberTokens(bench.server, bench.mine, one)
})
afterAll(() => bench.server.close())

const added = async (payerId: number, event: object = {}) => {
  const CancellationRules = [{ DaysBefore: 1, RefundPercent: 80 }]
  const made = await bench.event({ Status: 'Published', CanRegistrantsCancel: true, CancellationRules, ...event })
  const typeId = (made.RegistrationTypes as { EventRegistrationTypeId: number }[])[0]?.EventRegistrationTypeId ?? 0
  const saleableItemId = await bench.saleable()
  const sent = { eventId: Number(made.EventId), typeId, payerId, price: 30, saleableItemId }
  const { registrationIds } = await addEventOrder(bench.server, bench.mine, sent)
  return `/api/self/events/registrations/${registrationIds[0]}`
}
const code = async (call: ReturnType<MemberTokens['get']>) => {
  const answer = await call
  return [answer.statusCode, answer.json().code]
}

describe('POST /api/self/events/registrations/{registrationId}/cancel (cancelOwnEventRegistration)', () => {
  test('cancels by the rules of the event what the member pays for', async () => {
    const url = await added(one.contactId)
    const shown = { Price: 30, CreditAmount: 24, AppliedAmount: 24, ReturnedAmount: 0, LeftAmount: 0 }
    expect((await bench.good('previewOwnCancellation', member.get(`${url}/cancellation`))).body).toMatchObject(shown)
    expect(await code(member.post(`${url}/cancel`, { CreditAmount: 30 }))).toEqual([409, 'order-state'])
    const cancelled = await bench.good('cancelOwnEventRegistration', member.post(`${url}/cancel`, { CreditAmount: 24 }))
    expect(cancelled.body).toMatchObject(shown)
    const { Registrations } = (await member.get('/api/self/events/registrations')).json()
    expect(Registrations[0]).toMatchObject({ ParticipantStatusId: 9, Amount: 6, Balance: 6 })
    expect(await code(member.post(`${url}/cancel`, { CreditAmount: 0 }))).toEqual([409, 'registration-state'])
  })
})

describe('GET /api/self/events/registrations/{registrationId}/cancellation (previewOwnCancellation)', () => {
  test('is refused for others, after the start, and where only the organizer cancels', async () => {
    const other = await added(await bench.person())
    expect(await code(member.get(`${other}/cancellation`))).toEqual([404, 'not-found'])
    expect(await code(member.post(`${other}/cancel`, { CreditAmount: 24 }))).toEqual([404, 'not-found'])
    for (const event of [{ CanRegistrantsCancel: false }, { StartDate: '2020-05-02T08:00:00Z' }]) {
      const url = await added(one.contactId, event)
      expect(await code(member.get(`${url}/cancellation`))).toEqual([409, 'registration-state'])
      for (const CreditAmount of [0, 24])
        expect(await code(member.post(`${url}/cancel`, { CreditAmount }))).toEqual([409, 'registration-state'])
      const { Registrations } = (await member.get('/api/self/events/registrations')).json()
      const own = (Registrations as Json[]).find(
        ({ RegistrationId }) => RegistrationId === Number(url.split('/').at(-1)),
      )
      expect(own).toMatchObject({ ParticipantStatusId: 1, Amount: 30 })
    }
    const own = await added(one.contactId)
    expect(await code(bench.mine.get(`${own}/cancellation`))).toEqual([403, 'not-a-member'])
    expect(await code(bench.mine.post(`${own}/cancel`, { CreditAmount: 24 }))).toEqual([403, 'not-a-member'])
    expect(await code(member.post(`${own}/cancel`, { CreditAmount: -1 }))).toEqual([400, 'invalid-input'])
    expect((await bench.server.app.inject({ url: `${own}/cancellation` })).statusCode).toBe(401)
  })
})
