import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFER_SEATS } from '#areas/events/waiting-list/offers.service'
import { type CancellationsBench, INVOICE, openCancellations } from '#test/support/events/cancellations'
import { PlainBrowser, wordsOf } from '#test/support/events/page-forms'

let bench: CancellationsBench
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openCancellations(() => now)
})
afterAll(() => bench.server.close())

describe('GET /events/{tenantKey}/{eventId}/carts/{key} of an offer', () => {
  test('says that the registration was cancelled', async () => {
    const { id, full } = await bench.congress({ Capacity: 1, HasWaitingList: true })
    const first = await bench.register(id, full, ['Ann'], INVOICE)
    const waiting = await bench.join(id, full, 'Dee')
    await bench.onOrder(id, first, 'cancel')
    await bench.work(OFFER_SEATS)
    const key = String((await bench.offers()).get('Dee'))
    const browser = new PlainBrowser(bench.server.app)
    const path = `/events/${bench.mine.tenant.key}/${id}/carts/${key}`
    expect(wordsOf(await browser.get(path))).toContain('Finish your registration')
    expect((await bench.onRegistration(id, waiting, 0, 'cancel')).statusCode).toBe(200)
    const ended = await browser.get(path)
    expect([ended.status, wordsOf(ended)]).toEqual([410, expect.stringContaining('The registration was cancelled')])
    const unknown = await browser.get(path.replace(key, 'A'.repeat(32)))
    expect([unknown.status, wordsOf(unknown).includes('was cancelled')]).toEqual([404, false])
  })
})
