import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventBenefitsBench, openEventBenefits } from '#test/support/events/event-benefits'
import { PAYER, person } from '#test/support/events/registrations'
import { proofSize } from '#test/support/runner/proof-size'
import { startTwoServers, type TwoServers } from '#test/support/server/two-servers'

const ROUNDS = proofSize({ reduced: 1, full: 100 })
const REGISTRANTS = proofSize({ reduced: 20, full: 50 })

let bench: EventBenefitsBench
let servers: TwoServers
let payers: number[] = []
let firm: number

beforeAll(async () => {
  bench = await openEventBenefits(() => new Date(), { own: true })
  servers = await startTwoServers(bench.server.url)
  firm = await bench.firm()
  for (let at = 0; at < REGISTRANTS; at++) payers.push(await bench.person())
  for (const payer of payers) await bench.employ(payer, firm)
}, 300_000)
afterAll(async () => {
  payers = []
  await servers.close()
  await bench.server.close()
})

interface Response {
  status: number
  body: { Status: number; Data: Record<string, unknown> | null }
}

const send = async (at: number, path: string, body: object): Promise<Response> =>
  (await servers.send(at, {
    path,
    body,
    headers: { authorization: `ApiKey ${bench.mine.key}` },
  })) as unknown as Response

const publicPath = (operation: string, id: number) => `/api/public/events/${operation}/${id}`

/** Registers the employee of the firm, and confirms the new amount if it changed. Returns what the invoice asks for. */
const register = async (at: number, { id, full }: { id: number; full: number }): Promise<number> => {
  const TargetContactId = String(payers[at])
  const form = { BillingInfo: PAYER, TargetContactId, Registrations: [person(full, { FirstName: `Racer ${at}` })] }
  const saved = await send(at, publicPath('register_v2', id), form)
  expect(saved.body).toMatchObject({ Status: 0 })
  const { CartKey, Splits } = saved.body.Data as { CartKey: string; Splits: { AmountDue: number } }
  let due = Splits.AmountDue
  for (;;) {
    const sent = { CartKey, PaymentKind: 'Invoice', ExpectedTotal: due }
    const { body } = await send(at + 1, publicPath('submit', id), sent)
    if (body.Status === 0) return Number(body.Data?.Total)
    expect(body).toMatchObject({ Status: 409 })
    const shown = await bench.mine.get(`/api/public/events/getenv/${id}/null/${CartKey}`)
    due = shown.json().Data.Cart.Splits.AmountDue
  }
}

test(`one piece of a benefit for ${REGISTRANTS} registrants of a firm over two server processes is used once`, {
  timeout: 3_000_000,
}, async () => {
  const { mine } = bench
  const tenantId = mine.tenant.id
  const first = await bench.benefitEvent(0, { owner: firm, event: { TaxSetId: null } })
  const events = [first, await bench.benefitEvent(0, { owner: firm, event: { TaxSetId: null }, itemId: first.itemId })]
  const { itemId } = first
  for (let round = 0; round < ROUNDS; round++) {
    await bench.grant(firm, itemId, 1)
    // Staff use the piece by hand at the same time, in some rounds.
    const use = { ContactId: firm, BenefitItemId: itemId, UsageQuantity: 1 }
    const byHand = round % 2 === 0 ? null : send(0, '/api/benefitledger/manualusage', use)
    const totals = await Promise.all(payers.map((_, at) => register(at, events[at % events.length] ?? first)))
    const status = (await byHand)?.status
    // The use by hand is refused only because a registrant has used the piece.
    expect(byHand ? [200, 422] : [undefined]).toContain(status)
    const used = status === 200 ? 1 : 0
    expect(totals.filter((total) => total === 0)).toHaveLength(1 - used)
    expect(totals.filter((total) => total === 70)).toHaveLength(REGISTRANTS - 1 + used)
    const uses = (await bench.ledger(firm, itemId)).filter((entry) => entry === 'Used -1')
    expect(uses).toHaveLength(round + 1)
  }
  // The ledger and the orders agree: each registration that costs nothing has used one piece, and no other has.
  const lines = await bench.server.database.system.eventOrderLine.findMany({ where: { tenantId, discount: { gt: 0 } } })
  const entries = await bench.server.database.system.benefitTransaction.findMany({
    where: { tenantId, itemId, typeId: 2, sourceKind: 'event-registration' },
  })
  expect(entries.map(({ sourceId }) => sourceId).sort()).toEqual(lines.map((line) => line.registrationId).sort())
})
