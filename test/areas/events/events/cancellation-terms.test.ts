import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRefundTerms, refundOf } from '#areas/events/events/cancellation-terms.service'
import { type EventsBench, openEvents } from '#test/support/events/events'
import { refusal } from '#test/support/people/contact-parts'

let bench: EventsBench
beforeAll(async () => {
  bench = await openEvents()
})
afterAll(() => bench.server.close())

const RULES = [
  { DaysBefore: 14, UntilDate: null, RefundPercent: 50, Fee: 10 },
  { DaysBefore: null, UntilDate: '2030-04-01', RefundPercent: 100, Fee: 0 },
]

describe('CancellationRules of POST /api/events/{eventId} (saveEvent)', () => {
  test('are saved as a whole list, and stay if they are left out', async () => {
    const made = await bench.event({ CancellationRules: [RULES[0], { UntilDate: '2030-04-01' }] })
    expect(made).toMatchObject({ CanRegistrantsCancel: false, CancellationRules: RULES })
    const id = Number(made.EventId)
    const { body } = await bench.good('saveEvent', bench.save(id, { AuditId: 1, CanRegistrantsCancel: true }))
    expect(body).toMatchObject({ CanRegistrantsCancel: true, CancellationRules: RULES })
    await bench.good('saveEvent', bench.save(id, { AuditId: 2, CancellationRules: [] }))
    expect((await bench.read(id)).CancellationRules).toEqual([])
  })

  test('need one last day each, and only once', async () => {
    const sent = { Name: 'Gala', StartDate: '2030-05-02T18:00:00Z' }
    const rules = [{ Fee: 1 }, { DaysBefore: 1, UntilDate: '2030-04-01' }, { DaysBefore: 3 }, { DaysBefore: 3 }]
    const answer = await bench.save(0, { ...sent, CancellationRules: rules })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'event-rule'])
    const pointers = (answer.json().errors as { pointer: string }[]).map(({ pointer }) => pointer)
    expect(pointers).toEqual([0, 1, 3].map((at) => `/CancellationRules/${at}/DaysBefore`))
    expect((await refusal(bench.save(0, { ...sent, CancellationRules: [{ RefundPercent: 101 }] })))[0]).toBe(400)
  })
})

describe('the terms of a cancellation', () => {
  const event = {
    cancellationRules: RULES,
    startsAt: new Date('2030-05-02T03:00:00Z'),
    timeZone: 'America/Chicago',
  }
  test.each([
    ['2030-04-02T04:59:59Z', 100, 0],
    ['2030-04-02T05:00:00Z', 50, 1000],
    // The event starts on 1 May in Chicago: 14 days before is 17 April.
    ['2030-04-18T04:59:59Z', 50, 1000],
    ['2030-04-18T05:00:00Z', 0, 0],
  ])('at %s are %d percent less %d cents', (now, percent, feeCents) => {
    expect(findRefundTerms(event, new Date(now))).toEqual({ percent, feeCents })
  })

  test('never refund less than nothing', () => {
    expect(refundOf(10_001, { percent: 50, feeCents: 1000 })).toBe(4001)
    expect(refundOf(1000, { percent: 50, feeCents: 1000 })).toBe(0)
  })
})
