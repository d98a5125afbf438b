import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTLE_ORDER } from '#areas/commerce/buying/orders/settlement.service'
import { ABANDON_ATTEMPT } from '#areas/finance/payment-processor/attempts/attempts.service'
import { openStore, STORE, type StoreBench } from '#test/support/commerce/buying'
import { runJobs } from '#test/support/jobs/run-jobs'
import { type ServerChild, startServerChild } from '#test/support/processes/server-child'
import { proofSize } from '#test/support/runner/proof-size'

const KILLS = proofSize({ reduced: 3, full: 100 })
/** Longest time between a checkout and the kill, ms. */
const LONGEST_LIFE_MS = 250

let bench: StoreBench
let server: ServerChild | undefined
const start = () =>
  startServerChild(bench.server.url, { RATE_LIMIT_PER_CREDENTIAL: '10000000', RATE_LIMIT_PER_TENANT: '10000000' })

beforeAll(async () => {
  bench = await openStore({ own: true })
  server = await start()
}, 120_000)
afterAll(async () => {
  server?.process.kill('SIGKILL')
  await bench.server.close()
})

interface Checkout {
  cart: Record<string, unknown>
  key: string
  isRepeated: boolean
}

/** Returns the status and the order; 0 if the server was killed. */
const checkOut = async ({ cart, key }: Checkout): Promise<{ status: number; order: unknown }> => {
  const { CartId, AuditId } = cart
  try {
    const response = await fetch(`http://127.0.0.1:${server?.port}${STORE}/carts/${CartId}/checkout`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `ApiKey ${bench.mine.key}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({ AuditId, PaymentToken: 'tok_visa' }),
    })
    return { status: response.status, order: ((await response.json()) as { StorePurchaseId?: number }).StorePurchaseId }
  } catch {
    return { status: 0, order: null }
  }
}

const killAndStart = async (): Promise<void> => {
  server?.process.kill('SIGKILL')
  await server?.ended
  server = await start()
}

/** A key is usable again some seconds after its process has ended. */
const repeat = async (checkout: Checkout): Promise<unknown> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { status, order } = await checkOut(checkout)
    if (status === 200) return order
    expect([0, 409, 503]).toContain(status)
    await setTimeout(100)
  }
  throw new Error('The checkout could not be repeated')
}

test(`checkouts killed ${KILLS} times: never money without an order, never an order without money owed`, {
  timeout: 3_000_000,
}, async () => {
  const { system } = bench.server.database
  const tenantId = bench.mine.tenant.id
  const item = await bench.stocked([[KILLS, 2]])
  const checkouts: Checkout[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const cart = await bench.cart(await bench.person(), [[item, 1]])
    const checkout = { cart, key: `kill-${kill}`, isRepeated: kill % 2 === 0 }
    checkouts.push(checkout)
    const running = checkOut(checkout)
    await setTimeout(Math.random() * LONGEST_LIFE_MS)
    await killAndStart()
    await running
    if (checkout.isRepeated) expect(await repeat(checkout)).toBeTypeOf('number')
  }
  await runJobs(bench.server, ABANDON_ATTEMPT)
  await runJobs(bench.server, SETTLE_ORDER)
  const orders = await system.storePurchase.findMany({ where: { tenantId }, include: { charge: true, invoice: true } })
  expect(new Set(orders.map(({ cartId }) => cartId)).size).toBe(orders.length)
  const repeated = checkouts.filter(({ isRepeated }) => isRepeated).length
  expect(orders.length).toBeGreaterThanOrEqual(repeated)
  for (const { charge, invoice } of orders)
    expect([charge?.status, Number(charge?.amountCaptured), Number(invoice?.balance)]).toEqual(['succeeded', 10, 0])
  // Every other charge is canceled, also at the processor.
  const ids = orders.flatMap(({ chargeId }) => chargeId ?? [])
  const others = await system.processorCharge.findMany({ where: { tenantId, id: { notIn: ids } } })
  expect(others.every(({ status }) => status === 'canceled')).toBe(true)
  const sandbox = await system.sandboxObject.findMany({ where: { tenantId, kind: 'charge' } })
  const states = sandbox.map(({ data }) => (data as { status: string }).status)
  expect(states.filter((status) => status === 'succeeded')).toHaveLength(orders.length)
  expect(states.filter((status) => status === 'authorized')).toHaveLength(0)
  const { onHand, held } = await bench.counters(item)
  expect(onHand).toBe(KILLS - orders.length)
  expect(held).toBe(KILLS - orders.length)
})
