import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventVouchersBench, openEventVouchers } from '#test/support/events/event-vouchers'
import { PAYER, person } from '#test/support/events/registrations'
import { proofSize } from '#test/support/runner/proof-size'
import { startTwoServers, type TwoServers } from '#test/support/server/two-servers'

const ROUNDS = proofSize({ reduced: 1, full: 100 })
const BUYERS = proofSize({ reduced: 20, full: 50 })

let bench: EventVouchersBench
let servers: TwoServers
let buyers: number[] = []

beforeAll(async () => {
  bench = await openEventVouchers(() => new Date(), { own: true })
  servers = await startTwoServers(bench.server.url)
  for (let at = 0; at < BUYERS; at++) buyers.push(await bench.person())
}, 300_000)
afterAll(async () => {
  buyers = []
  await servers.close()
  await bench.server.close()
})

const send = (at: number, path: string, body: object) =>
  servers.send(at, { path, body, headers: { authorization: `ApiKey ${bench.mine.key}` } })

/** Orders an item of the store with the voucher. Returns whether it was ordered. */
const buy = async (at: number, StoreItemId: number, code: string): Promise<boolean> => {
  const lines = { ContactId: buyers[at], Lines: [{ StoreItemId, Quantity: 1 }] }
  const cart = await send(at, '/api/store/carts/0', { ...lines, VoucherCodes: [code] })
  expect([200, 422]).toContain(cart.status)
  if (cart.status === 422) return false
  const { CartId, AuditId } = cart.body
  const order = await send(at + 1, `/api/store/carts/${CartId}/checkout`, { AuditId, PaymentToken: 'tok_visa' })
  expect([200, 422]).toContain(order.status)
  return order.status === 200
}

/** Registers with the voucher. Returns whether it was accepted. */
const register = async (at: number, { id, full }: { id: number; full: number }, Code: string): Promise<boolean> => {
  const form = {
    BillingInfo: { ...PAYER, Vouchers: [{ Code }] },
    TargetContactId: String(buyers[at]),
    Registrations: [person(full, { FirstName: `Racer ${at}` })],
  }
  const { body: saved } = await send(at, `/api/public/events/register_v2/${id}`, form)
  expect([0, 422]).toContain(saved.Status)
  if (saved.Status !== 0) return false
  const { CartKey, Splits } = saved.Data as { CartKey: string; Splits: { AmountDue: number } }
  const payment = { CartKey, PaymentKind: 'Invoice', ExpectedTotal: Splits.AmountDue }
  const { body } = await send(at + 1, `/api/public/events/submit/${id}`, payment)
  expect([0, 422]).toContain(body.Status)
  return body.Status === 0
}

test(`one voucher in ${BUYERS} carts of the store and of events over two server processes pays one order`, {
  timeout: 3_000_000,
}, async () => {
  const { system } = bench.server.database
  const tenantId = bench.mine.tenant.id
  const event = await bench.congress({ TaxSetId: null })
  const item = await bench.storeItem()
  for (let round = 0; round < ROUNDS; round++) {
    const { code, id: voucherId } = await bench.voucher(2, 50)
    const ordered = await Promise.all(
      buyers.map((_, at) => (at % 2 === 0 ? buy(at, item, code) : register(at, event, code))),
    )
    expect(ordered.filter((isOrdered) => isOrdered)).toHaveLength(1)
    expect(await system.storeVoucherUse.count({ where: { tenantId, voucherId } })).toBe(1)
  }
  // The account of vouchers is the sum of what is owed for each, and what they paid is on the invoices.
  expect(await bench.owed()).toBe(0)
  const uses = await system.storeVoucherUse.findMany({ where: { tenantId }, include: { payment: true } })
  expect(uses.filter(({ amount, payment }) => Number(amount) !== Number(payment.amount))).toEqual([])
})
