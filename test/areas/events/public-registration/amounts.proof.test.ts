import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { type EventVouchersBench, openEventVouchers } from '#test/support/events/event-vouchers'
import { expectEqualAmounts, registration, WITH_BENEFIT } from '#test/support/events/registration-amounts'
import { proofSize } from '#test/support/runner/proof-size'

let bench: EventVouchersBench
beforeAll(async () => {
  bench = await openEventVouchers(() => new Date())
})
afterAll(() => bench.server.close())

test('splits, register and submit agree on every amount, the books with them, and validate accepts what they accept', {
  timeout: 3_000_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(registration, (drawn) => expectEqualAmounts(bench, drawn)),
    { examples: [[WITH_BENEFIT]], numRuns: proofSize({ reduced: 15, full: 1000 }) },
  )
})
