import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BenefitsBench, openBenefits } from '#test/support/commerce/benefits'
import { bundled } from '#test/support/killed/bundle'
import { proofSize } from '#test/support/runner/proof-size'

const CONTACTS = proofSize({ reduced: 2000, full: 50_000 })
const KILLS = proofSize({ reduced: 3, full: 20 })
/** Longest time between the start of the work and the kill, ms. */
const LONGEST_LIFE_MS = 600

let bench: BenefitsBench
let program: string
let child: ChildProcess | undefined

beforeAll(async () => {
  bench = await openBenefits(undefined, { own: true })
  program = bundled('test/support/commerce/mass-benefits-process.ts')
}, 60_000)
afterAll(async () => {
  child?.kill('SIGKILL')
  await bench.server.close()
})

const addContacts = async (): Promise<number[]> => {
  const tenantId = bench.caller.tenant.id
  const { system } = bench.server.database
  await system.$executeRaw`INSERT INTO contact (tenant_id, system_type_id, display_name, sort_name, first_name)
    SELECT ${tenantId}, 1, 'Mass ' || n, 'mass ' || n, 'Mass' FROM generate_series(1, ${CONTACTS}) AS n`
  const rows = await system.contact.findMany({ where: { tenantId, firstName: 'Mass' }, select: { id: true } })
  return rows.map(({ id }) => id)
}

const start = async (path: string, body: object): Promise<string> => {
  const response = await bench.caller.post(`/api/benefitledger/mass/save/${path}`, body)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().JobId
}

const percentOf = async (id: string): Promise<number> =>
  (await bench.caller.get(`/api/benefits/massoperations/${id}`)).json().Percent

/** Runs the process, and kills it after a random time. */
const runAndKill = async (operationId: string): Promise<void> => {
  const payload = { tenantId: bench.caller.tenant.id, operationId }
  const env = { ...process.env, DATABASE_URL: bench.server.url, OPERATION: JSON.stringify(payload) }
  const started = fork(program, { env })
  child = started
  const ended = once(started, 'exit')
  await Promise.race([ended, once(started, 'message')])
  await Promise.race([ended, setTimeout(Math.random() * LONGEST_LIFE_MS)])
  started.kill('SIGKILL')
  await ended
}

test('a mass usage that is killed repeatedly writes each transaction once, and shows its progress', {
  timeout: 600_000,
}, async () => {
  const SelectedIds = await addContacts()
  const BenefitItemId = await bench.item()
  const given = await start('adjustment', {
    SelectedIds,
    BenefitItemId: String(BenefitItemId),
    AdjustmentQuantity: 3,
    AdjustmentDirection: 'Up',
    AdjustmentDescription: 'Season',
  })
  await bench.runMass(given)
  const used = await start('recordusage', { SelectedIds, BenefitItemId, UsageQuantity: 2 })
  const seen = [await percentOf(used)]
  for (let kill = 0; kill < KILLS; kill++) {
    await runAndKill(used)
    seen.push(await percentOf(used))
  }
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  await bench.runMass(used)
  expect(await percentOf(used)).toBe(100)
  const tenantId = bench.caller.tenant.id
  const { system } = bench.server.database
  const [sums] = await system.$queryRaw<object[]>`
    SELECT (SELECT count(*)::int FROM benefit_transaction WHERE tenant_id = ${tenantId} AND type_id = 2) AS used,
      (SELECT count(DISTINCT contact_id)::int FROM benefit_transaction WHERE tenant_id = ${tenantId} AND type_id = 2)
        AS contacts,
      (SELECT count(*)::int FROM benefit_balance WHERE tenant_id = ${tenantId} AND remaining = 1) AS balances,
      (SELECT count(*)::int FROM benefit_mass_result WHERE tenant_id = ${tenantId} AND operation_id = ${used}::uuid
        AND problem IS NULL) AS results,
      (SELECT count(*)::int FROM outbox_event WHERE tenant_id = ${tenantId} AND kind = 'contactbenefit.used') AS events`
  expect(sums).toEqual({ used: CONTACTS, contacts: CONTACTS, balances: CONTACTS, results: CONTACTS, events: CONTACTS })
})
