import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, openDetails } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

describe('GET /api/finance/paymenttypes (lookupPaymentTypes)', () => {
  test('contains the six payment types', async () => {
    const { body } = await bench.good('lookupPaymentTypes', bench.mine.get('/api/finance/paymenttypes'))
    expect(body.map(({ Id, Name }) => `${Id} ${Name}`)).toEqual([
      ...['1 Cash', '2 Check', '3 Credit card', '4 ACH', '5 Trade', '6 External'],
    ])
  })
})
