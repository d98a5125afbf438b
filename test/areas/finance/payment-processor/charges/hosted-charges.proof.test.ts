import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KilledPayment } from '#test/support/finance/hosted-process'
import { openProcessorBench, type ProcessorBench } from '#test/support/finance/payment-processor'
import { type KilledProgram, killedProgram } from '#test/support/killed/killed-program'
import { proofSize } from '#test/support/runner/proof-size'

const KILLS = proofSize({ reduced: 4, full: 120 })
/** A payment takes at least this many statements. */
const STATEMENTS = 40

let bench: ProcessorBench
let program: KilledProgram<KilledPayment>

beforeAll(async () => {
  bench = await openProcessorBench({ own: true })
  program = killedProgram('test/support/finance/hosted-process.ts', bench.server.url)
}, 60_000)
afterAll(async () => {
  program.stop()
  await bench.server.close()
})

/** Returns whether the process ended by itself. */
const run = (request: Omit<KilledPayment, 'tenantId' | 'now'>): Promise<boolean> =>
  program.run({ ...request, tenantId: bench.mine.tenant.id, now: new Date().toISOString() })

test('authorizes a payment on a page once, although the process is killed at any statement', {
  timeout: 3_000_000,
}, async () => {
  let killed = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const requestKey = `hosted-${kill}`
    const statement = 1 + Math.floor((kill * STATEMENTS) / KILLS)
    if (!(await run({ requestKey, statement, isSent: kill % 2 === 0 }))) killed++
    expect(await run({ requestKey, statement: null, isSent: false })).toBe(true)
  }
  expect(killed).toBeGreaterThan(KILLS / 2)
  await bench.handleEvents()
  const { system } = bench.server.database
  const where = { tenantId: bench.mine.tenant.id }
  const charges = await system.processorCharge.findMany({ where })
  expect(charges.map(({ status }) => status)).toEqual(Array.from({ length: KILLS }, () => 'authorized'))
  expect(await system.sandboxObject.count({ where: { ...where, kind: 'charge' } })).toBe(KILLS)
  expect(await system.sandboxObject.count({ where: { ...where, kind: 'page' } })).toBe(KILLS)
})
