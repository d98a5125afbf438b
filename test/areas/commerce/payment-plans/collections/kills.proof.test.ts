import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KilledCollection } from '#test/support/commerce/collections-process'
import { addPlannedType } from '#test/support/commerce/payment-plans'
import { type KilledProgram, killedProgram } from '#test/support/killed/killed-program'
import { openMemberships, type Steps } from '#test/support/people/memberships'
import { proofSize } from '#test/support/runner/proof-size'

const MEMBERS = proofSize({ reduced: 3, full: 150 })
const KILLS = proofSize({ reduced: 4, full: 100 })
/** Statements of a run are at least this many for each member that is not collected yet. */
const STATEMENTS = 25
const DAYS = ['2026-01-15', '2026-04-15', '2026-07-15', '2026-10-15']

let steps: Steps
let program: KilledProgram<KilledCollection>

beforeAll(async () => {
  steps = await openMemberships('2026-01-15', { own: true })
  program = killedProgram('test/support/commerce/collections-process.ts', steps.server.url)
}, 60_000)
afterAll(async () => {
  program.stop()
  await steps.server.close()
})

/** Returns whether the process ended by itself. */
const run = (request: Omit<KilledCollection, 'tenantId' | 'now'>): Promise<boolean> =>
  program.run({ ...request, tenantId: steps.caller.tenant.id, now: `${request.day}T12:00:00Z` })

test('collects each part exactly once, although the work is killed at any of its statements', {
  timeout: 3_000_000,
}, async () => {
  await steps.caller.post('/api/paymentgateways/0', { Name: 'Cards', IsDefault: true })
  const planned = await addPlannedType(steps)
  for (let member = 0; member < MEMBERS; member++) {
    const { MembershipId } = await planned.join()
    const url = `/api/memberships/${MembershipId}/paymentmethod`
    expect((await steps.caller.post(url, { PaymentToken: 'tok_visa' })).statusCode).toBe(200)
  }
  let killed = 0
  for (const day of DAYS) {
    for (let kill = 0; kill < KILLS / DAYS.length; kill++) {
      const statement = 1 + Math.floor(Math.random() * STATEMENTS * 3)
      if (!(await run({ day, statement, isSent: kill % 2 === 0 }))) killed++
    }
    // The worker runs the work again until it is done.
    expect(await run({ day, statement: null, isSent: false })).toBe(true)
  }
  expect(killed).toBeGreaterThan(KILLS / 2)
  const tenantId = steps.caller.tenant.id
  const [sums] = await steps.server.database.system.$queryRaw<object[]>`
    SELECT (SELECT count(*)::int FROM part_collection WHERE tenant_id = ${tenantId} AND status = 'succeeded') AS collected,
      (SELECT count(*)::int FROM part_collection WHERE tenant_id = ${tenantId} AND status <> 'succeeded') AS others,
      (SELECT count(*)::int FROM processor_charge WHERE tenant_id = ${tenantId}) AS charges,
      (SELECT count(*)::int FROM processor_charge WHERE tenant_id = ${tenantId} AND status <> 'succeeded') AS unfinished,
      (SELECT count(*)::int FROM gateway_transaction WHERE tenant_id = ${tenantId} AND type = 'Sale') AS sales,
      (SELECT count(*)::int FROM payment WHERE tenant_id = ${tenantId}) AS payments,
      (SELECT count(*)::int FROM payment WHERE tenant_id = ${tenantId} AND status = 'Open') AS unapplied,
      (SELECT count(*)::int FROM invoice_part WHERE tenant_id = ${tenantId} AND open_amount > 0) AS open,
      (SELECT count(*)::int FROM invoice WHERE tenant_id = ${tenantId} AND status = 'Paid') AS paid,
      (SELECT sum(amount)::float8 FROM journal_line WHERE tenant_id = ${tenantId}) AS balance`
  const all = MEMBERS * DAYS.length
  expect(sums).toEqual({
    collected: all,
    others: 0,
    charges: all,
    unfinished: 0,
    sales: all,
    payments: all,
    unapplied: 0,
    open: 0,
    paid: MEMBERS,
    balance: 0,
  })
})
