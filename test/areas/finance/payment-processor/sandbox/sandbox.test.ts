import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { refusal } from '#test/support/people/contact-parts'

let bench: ProcessorBench
beforeAll(async () => {
  bench = await openProcessorBench()
})
afterAll(() => bench.server.close())

describe('POST /api/integration/payproc/account/{accountid}/sandboxday (runSandboxDay)', () => {
  test('transfers the balance once, and nothing while it is not positive', async () => {
    expect(await bench.bankingDay()).toEqual({ TransferId: null, Amount: 0 })
    await bench.charge({ Amount: 100 })
    await bench.charge({ Amount: 100, PaymentToken: 'tok_createDispute' })
    // 2 x 3.20 of fees; the dispute took 100 and 15.
    expect(await bench.bankingDay()).toMatchObject({ Amount: 78.6 })
    expect(await bench.bankingDay()).toEqual({ TransferId: null, Amount: 0 })
    const foreign = bench.theirs.post(`${PROCESSOR}/account/${bench.account}/sandboxday`)
    expect(await refusal(foreign)).toEqual([404, 'not-found'])
  })
})
