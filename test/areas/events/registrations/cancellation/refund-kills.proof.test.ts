import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CancellationsBench, FULL, openCancellations } from '#test/support/events/cancellations'
import type { KilledSettling } from '#test/support/events/refunds-process'
import { type KilledProgram, killedProgram } from '#test/support/killed/killed-program'
import { proofSize } from '#test/support/runner/proof-size'

const KILLS = proofSize({ reduced: 4, full: 160 })
/** The job of an order takes at least this many statements. */
const STATEMENTS = 40

let bench: CancellationsBench
let program: KilledProgram<KilledSettling>

beforeAll(async () => {
  bench = await openCancellations(() => new Date('2030-03-01T12:00:00Z'), { own: true })
  program = killedProgram('test/support/events/refunds-process.ts', bench.server.url)
}, 60_000)
afterAll(async () => {
  program.stop()
  await bench.server.close()
})

/** Returns whether the process ended by itself. */
const run = (request: Omit<KilledSettling, 'tenantId' | 'now'>): Promise<boolean> =>
  program.run({ ...request, tenantId: bench.mine.tenant.id, now: new Date().toISOString() })

test('returns the money of a cancellation once, although the job is killed at any statement', {
  timeout: 3_000_000,
}, async () => {
  const { id, full } = await bench.congress()
  let killed = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const cart = await bench.register(id, full, ['Noor', 'Sam'])
    // In turn: the payment is captured before the cancellation, or only authorized.
    const isCaptured = kill % 2 === 0
    if (isCaptured) await bench.settle()
    const cancelled = await bench.onRegistration(id, cart, 1, 'cancel', { RefundPercent: 100 })
    expect(cancelled.statusCode, cancelled.body).toBe(200)
    const { id: orderId } = await bench.orderOf(cart)
    const statement = 1 + Math.floor((kill * STATEMENTS) / KILLS)
    if (!(await run({ orderId, statement, isSent: kill % 4 < 2 }))) killed++
    expect(await run({ orderId, statement: null, isSent: false })).toBe(true)
    expect(await run({ orderId, statement: null, isSent: false })).toBe(true)
    expect(await bench.statesOf(cart)).toEqual([1, 9])
    const [captured, refunded] = isCaptured ? [2 * FULL, FULL] : [FULL, 0]
    expect(await bench.moneyOf(cart)).toEqual({ open: 0, credited: FULL, captured, refunded, balance: 0 })
    expect(await bench.refundsOf(cart)).toMatchObject([{ isSettled: true }])
  }
  expect(killed).toBeGreaterThan(KILLS / 2)
  const { system } = bench.server.database
  const where = { tenantId: bench.mine.tenant.id }
  // The processor has returned each amount once.
  expect(await system.processorRefund.count({ where })).toBe(Math.ceil(KILLS / 2))
  expect(await system.sandboxObject.count({ where: { ...where, kind: 'refund' } })).toBe(Math.ceil(KILLS / 2))
  await bench.balanced()
})
