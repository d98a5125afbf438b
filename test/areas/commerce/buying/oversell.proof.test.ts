import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTLE_ORDER } from '#areas/commerce/buying/orders/settlement.service'
import { openStore, STORE, type StoreBench } from '#test/support/commerce/buying'
import { runJobs } from '#test/support/jobs/run-jobs'
import { proofSize } from '#test/support/runner/proof-size'
import { startTwoServers, type TwoServers } from '#test/support/server/two-servers'

const ROUNDS = proofSize({ reduced: 1, full: 100 })
const BUYERS = proofSize({ reduced: 30, full: 200 })
const STOCK = 10

let bench: StoreBench
let servers: TwoServers
let buyers: number[] = []

beforeAll(async () => {
  bench = await openStore({ own: true })
  servers = await startTwoServers(bench.server.url)
  for (let at = 0; at < BUYERS; at++) buyers.push(await bench.person())
}, 300_000)
afterAll(async () => {
  buyers = []
  await servers.close()
  await bench.server.close()
})

const send = (at: number, path: string, body: object) =>
  servers.send(at, { path: STORE + path, body, headers: { authorization: `ApiKey ${bench.mine.key}` } })

/** Puts an item into a cart and orders it. Returns the status of the last response. */
const buy = async (at: number, StoreItemId: number, more: object = {}, line: object = {}): Promise<number> => {
  const ContactId = buyers[at]
  const cart = await send(at, '/carts/0', { ContactId, Lines: [{ StoreItemId, Quantity: 1, ...line }], ...more })
  if (cart.status !== 200) return cart.status
  const { CartId, AuditId } = cart.body
  return (await send(at + 1, `/carts/${CartId}/checkout`, { AuditId, PaymentToken: 'tok_visa' })).status
}

const countOrders = (itemId: number): Promise<number> =>
  bench.server.database.system.storePurchaseLine.count({ where: { tenantId: bench.mine.tenant.id, itemId } })

test(`${BUYERS} buyers of ${STOCK} pieces in two server processes: exactly ${STOCK} are sold in each round`, {
  timeout: 3_000_000,
}, async () => {
  const { system } = bench.server.database
  const tenantId = bench.mine.tenant.id
  for (let round = 0; round < ROUNDS; round++) {
    const item = await bench.stocked([
      [4, 2],
      [6, 3],
    ])
    const statuses = await Promise.all(buyers.map((_, at) => buy(at, item)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(STOCK)
    expect(new Set(statuses)).toEqual(new Set([200, 422]))
    expect(await bench.counters(item)).toEqual({ onHand: 0, held: 0, backordered: 0 })
    expect(await bench.remaining(item)).toEqual([0, 0])
    expect(await countOrders(item)).toBe(STOCK)
    await runJobs(bench.server, SETTLE_ORDER)
  }
  // Money and stock agree: each order is paid by its charge, and no other charge was made.
  const open = await system.invoice.count({ where: { tenantId, balance: { not: 0 } } })
  const charges = await system.processorCharge.groupBy({ by: ['status'], where: { tenantId }, _count: true })
  expect([open, charges.map(({ status, _count }) => [status, _count])]).toEqual([0, [['succeeded', ROUNDS * STOCK]]])
})

test('one voucher for one use in many carts at once pays one order in each round', { timeout: 3_000_000 }, async () => {
  const free = await bench.item()
  for (let round = 0; round < ROUNDS; round++) {
    const voucherItem = await bench.item({ kindId: 2, voucherTypeId: 3, voucherItemId: free })
    const order = await bench.buy(buyers[0] ?? 0, [[voucherItem, 1]])
    await bench.settle()
    const filter = `Filter=StorePurchaseId eq ${order.StorePurchaseId}`
    const [voucher] = (await bench.mine.get(`${STORE}/vouchers?${filter}`)).json().Results
    const before = await countOrders(free)
    const statuses = await Promise.all(buyers.map((_, at) => buy(at, free, { VoucherCodes: [voucher.Code] })))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200, 422]))
    expect(await countOrders(free)).toBe(before + 1)
  }
})

/** A firm whose membership covers all buyers. Returns its id. */
const coverBuyers = async (): Promise<number> => {
  const { mine } = bench
  const type = { Name: 'Firm', SystemContactTypeId: 2, CoversPeople: true }
  const { MembershipTypeId } = (await mine.post('/api/membershiptypes/0', type)).json()
  const path = `/api/membershiptypes/${MembershipTypeId}/levels/0`
  const { MembershipLevelId: LevelId } = (await mine.post(path, { Name: 'All', Price: 0 })).json()
  const firm = await bench.organization()
  for (const buyer of buyers) await mine.post(`/api/contacts/${buyer}/roles/0`, { OrganizationContactId: firm })
  const joined = await mine.post('/api/memberships/0', { ContactId: firm, MembershipTypeId, LevelId })
  expect(joined.statusCode, joined.body).toBe(200)
  return firm
}

test('one piece of a benefit in the carts of all people of a firm reduces one order in each round', {
  timeout: 3_000_000,
}, async () => {
  const { mine } = bench
  const firm = await coverBuyers()
  const item = await bench.item()
  const benefit = { Name: 'Free copy', StoreItemId: item }
  const { BenefitItemId } = (await mine.post('/api/benefits/items/0', benefit)).json()
  for (let round = 0; round < ROUNDS; round++) {
    const BenefitItems = [{ BenefitItemId, AdjustmentQuantity: 1 }]
    const given = { ContactId: firm, BenefitItems, AdjustmentDescription: 'One more' }
    expect((await mine.post('/api/benefitledger/contact/adjustment', given)).statusCode).toBe(200)
    const statuses = await Promise.all(buyers.map((_, at) => buy(at, item, {}, { BenefitItemId })))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200, 422]))
    expect(await countOrders(item)).toBe(round + 1)
  }
  const [last] = (await mine.get(`/api/benefitledger/contact/${firm}/${BenefitItemId}/entries`)).json().Transactions
  expect(last).toMatchObject({ TransactionType: 'Used', Quantity: -1, Remaining: 0 })
})
