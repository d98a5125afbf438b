import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { type EventVouchersBench, openEventVouchers } from '#test/support/api/event-vouchers'
import { expectEqualAmounts, registration } from '#test/support/api/registration-amounts'
import { proofSize } from '#test/support/proof-size'

let bench: EventVouchersBench
beforeAll(async () => {
  bench = await openEventVouchers(() => new Date())
})
afterAll(() => bench.server.close())

test('splits, validate, register and submit agree on every amount, and the books with them', {
  timeout: 3_000_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(registration, (drawn) => expectEqualAmounts(bench, drawn)),
    { numRuns: proofSize({ reduced: 40, full: 1000 }) },
  )
})
