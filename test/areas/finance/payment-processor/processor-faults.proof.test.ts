import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTLE_CHARGE } from '#areas/finance/payment-processor/charges/charges.service'
import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import { PROCESSOR } from '#test/support/finance/payment-processor'
import { type OnlineBench, openOnlineBench } from '#test/support/finance/processor/online-bench'
import type { Fault } from '#test/support/finance/processor/stand-in'
import { proofSize } from '#test/support/runner/proof-size'

const CHARGES = proofSize({ reduced: 30, full: 2000 })
const AT_ONCE = 8
const FAULTS: readonly Fault[] = ['unavailable', 'reset', 'limited', 'reset-after', 'unavailable-after']
const FAULT_RATE = 0.12

const CONTACTS = 20

let bench: OnlineBench
/** The accounts of the gateway in the books. */
let deposit: number
let bank: number
let contacts: number[]

const save = async (path: string, body: object) => {
  const answer = await bench.mine.post(path, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

beforeAll(async () => {
  bench = await openOnlineBench({ own: true })
  deposit = (await save('/api/finance/accounts/0', { Name: 'At the processor', AccountType: 'Asset' })).AccountId
  bank = (await save('/api/finance/accounts/0', { Name: 'Bank', AccountType: 'Bank' })).AccountId
  const accounts = { AuditId: 1, DepositAccountId: deposit, TransferAccountId: bank }
  await save(`/api/paymentgateways/${bench.gatewayId}`, accounts)
  contacts = await Promise.all(
    Array.from({ length: CONTACTS }, async (_, at) => {
      const person = { FirstName: 'Ada', LastName: `Payer${at}`, forceSave: true }
      return (await save('/api/contacts/person/0', person)).ContactId as number
    }),
  )
})
afterAll(() => bench.close())

/** Pseudo-random numbers from 0 to 1, the same in every run (mulberry32). */
const randoms = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}
const random = randoms(11)

/** Repeats a request with its key until the server responds with something else than 503, as a client does. */
const persist = async (path: string, body: object, key: string) => {
  for (let attempt = 0; attempt < 40; attempt++) {
    const response = await bench.mine.post(`${PROCESSOR}/charges${path}`, body, { 'idempotency-key': key })
    if (response.statusCode !== 503 && response.json().code !== 'idempotency-running') return response
  }
  throw new Error('The processor never responded')
}

const TOKENS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_Declined', 'pm_card_Dispute']

const invoice = async (ContactId: number, UnitPrice: number): Promise<number> => {
  const { system } = bench.server.database
  const where = { tenantId: bench.mine.tenant.id, name: 'Event fees' }
  const { id: AccountId } = await system.account.findFirstOrThrow({ where })
  const Lines = [{ Description: 'Fee', Quantity: 1, UnitPrice, AccountId }]
  return (await save('/api/finance/invoices/0', { ContactId, Lines })).InvoiceId
}

/** A payment with what follows it: captured at once or later, refunded in parts, or disputed. */
const pay = async (index: number): Promise<void> => {
  const token = TOKENS[index % TOKENS.length] ?? ''
  const isLater = index % 3 === 0
  const Amount = 10 + (index % 90) + 0.37
  // Every seventh payer is not known.
  const ContactId = index % 7 === 0 ? null : (contacts[index % CONTACTS] ?? null)
  const Applications =
    ContactId !== null && index % 2 === 1
      ? [{ InvoiceId: await invoice(ContactId, Math.round(Amount * 100 - 200) / 100) }]
      : []
  const body = { Amount, PaymentToken: token, Capture: !isLater, ContactId, Applications }
  const made = (await persist('', body, `charge-${index}`)).json()
  const id = `/${made.EPaymentTransactionId}`
  if (made.Status === 'authorized') {
    if (index % 4 === 0) return void (await persist(`${id}/cancel`, {}, `cancel-${index}`))
    await persist(`${id}/capture`, index % 2 === 0 ? {} : { Amount: 9.5 }, `capture-${index}`)
  }
  if (index % 2 === 0) await persist(`${id}/refund`, { Amount: 3.21 }, `refund-${index}`)
  if (index % 6 === 0) await persist(`${id}/refund`, { Amount: 1.5 }, `again-${index}`)
}

/** Runs jobs until none of a kind is left: a job fails with the processor, and is run again. */
const drain = async (task: string): Promise<void> => {
  for (let attempt = 0; attempt < 10_000; attempt++) {
    try {
      return await bench.runTask(task)
    } catch (error) {
      if (!(error instanceof Error) || !/did not respond/.test(error.message)) throw error
    }
  }
}

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item)

/** Delivers events in a random order, some of them again, and forged ones in between. */
const deliverAll = async (): Promise<{ forged: number; accepted: number }> => {
  const events = bench.account.events.splice(0)
  const repeated = events.filter(() => random() < 0.3)
  let forged = 0
  let accepted = 0
  for (const event of shuffled([...events, ...repeated])) {
    if (random() < 0.2) {
      const lie = { ...event, id: `evt_forged_${forged++}`, object: { ...event.object, amount: 1, status: 'failed' } }
      if ((await bench.deliver(lie, 't=1,v1=00')) === 200) accepted++
    }
    expect(await bench.deliver(event)).toBe(200)
  }
  return { forged, accepted }
}

/** The books agree with the processor: each account, each payment and each contact, to the cent. */
const expectBooks = async (): Promise<void> => {
  const { system } = bench.server.database
  const where = { tenantId: bench.mine.tenant.id }
  const cents = (amount: { toString(): string } | null | undefined) => Math.round(Number(amount ?? 0) * 100)
  const lines = await system.journalLine.findMany({ where, include: { account: true } })
  const sum = (isMeant: (line: (typeof lines)[number]) => boolean) =>
    lines.filter(isMeant).reduce((total, { amount }) => total + cents(amount), 0)
  const ofRole = (role: string) => sum(({ account }) => account.systemRole === role)
  expect(sum(() => true)).toBe(0)
  const { charges, refunds, disputes, payouts, movements } = bench.account
  const balance = movements.reduce((total, { amount, fee }) => total + amount - fee, 0)
  expect(sum(({ accountId }) => accountId === deposit)).toBe(balance)
  const paidOut = [...payouts.values()].reduce((total, { amount }) => total + Number(amount), 0)
  expect(sum(({ accountId }) => accountId === bank)).toBe(paidOut)
  expect(ofRole('processing-fees')).toBe(movements.reduce((total, { fee }) => total + fee, 0))
  // All disputes are decided.
  expect([
    ofRole('disputed-funds'),
    [...disputes.values()].every(({ status }) => status === 'won' || status === 'lost'),
  ]).toEqual([0, true])
  const payments = await system.payment.findMany({ where, include: { refunds: true, applications: true } })
  const known = await system.processorCharge.findMany({ where })
  let unassigned = 0
  let badDebt = 0
  for (const charge of charges.values()) {
    const own = known.find(({ uid }) => uid === charge.id)
    const payment = payments.find(({ chargeId }) => chargeId === own?.id)
    const captured = charge.captured ? Number(charge.amount_captured) : 0
    const lost = [...disputes.values()].filter((one) => one.charge === charge.id && one.status === 'lost')
    const returned = [...refunds.values(), ...lost]
      .filter((one) => one.charge === charge.id)
      .reduce((total, { amount }) => total + Number(amount), 0)
    expect(payment === undefined).toBe(captured === 0 || own?.contactId === null)
    if (!payment) {
      if (captured > 0) unassigned += captured - returned
      continue
    }
    const refunded = payment.refunds.reduce((total, { amount }) => total + cents(amount), 0)
    const applied = payment.applications.reduce((total, { amount }) => total + cents(amount), 0)
    expect([cents(payment.amount), refunded]).toEqual([captured, Math.min(captured, returned)])
    expect(cents(payment.openAmount)).toBe(captured - refunded - applied)
    badDebt += returned - refunded
  }
  expect([ofRole('unassigned-payments'), ofRole('bad-debt')]).toEqual([0 - unassigned, badDebt])
  // What is open on the invoices and payments of a contact is what it owes.
  for (const contactId of contacts) {
    const owed = sum(({ account, ...line }) => account.systemRole === 'receivable' && line.contactId === contactId)
    const { _sum: due } = await system.invoice.aggregate({ where: { ...where, contactId }, _sum: { balance: true } })
    const { _sum: open } = await system.payment.aggregate({
      where: { ...where, contactId },
      _sum: { openAmount: true },
    })
    expect(owed).toBe(cents(due.balance) - cents(open.openAmount))
  }
}

test(
  `${CHARGES} charges, refunds and disputes with faults and repeated, reordered and forged events: balances agree, nothing is charged twice`,
  async () => {
    bench.standIn.faultOf = ({ path }) =>
      path !== '/v1/accounts/acct_1' && random() < FAULT_RATE ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined
    let next = 0
    const work = async () => {
      for (let index = next++; index < CHARGES; index = next++) await pay(index)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await drain(SETTLE_CHARGE)
    for (const [at, id] of [...bench.account.disputes.keys()].entries()) bench.account.decide(id, at % 2 === 0)
    bench.account.payOut()
    const { forged, accepted } = await deliverAll()
    await drain(HANDLE_PROCESSOR_EVENT)
    bench.standIn.faultOf = () => undefined

    const { system } = bench.server.database
    const tenantId = bench.mine.tenant.id
    const charges = await system.processorCharge.findMany({ where: { tenantId } })
    const theirs = [...bench.account.charges.values()]
    expect(charges).toHaveLength(CHARGES)
    expect(charges.filter(({ status }) => status === 'requested')).toEqual([])
    // Each request has one charge at the processor.
    const references = theirs.map(({ metadata }) => (metadata as { request: string }).request)
    expect(new Set(references).size).toBe(theirs.length)
    const byUid = new Map(charges.map((charge) => [charge.uid, charge]))
    for (const { id, amount, amount_captured: captured, amount_refunded: refunded, captured: isCaptured } of theirs) {
      const own = byUid.get(id)
      expect(own?.amountCaptured.times(100).toNumber()).toBe(captured)
      expect(own?.amountRefunded.times(100).toNumber()).toBe(
        isCaptured ? Number(refunded) - (Number(amount) - Number(captured)) : 0,
      )
    }
    // Every refund was made once.
    const refunds = [...bench.account.refunds.values()].map(({ metadata }) => (metadata as { request: string }).request)
    expect(new Set(refunds).size).toBe(refunds.length)
    expect(await system.processorRefund.count({ where: { tenantId, status: 'succeeded' } })).toBe(refunds.length)
    // The balances agree.
    const moved = await system.gatewayTransaction.findMany({ where: { tenantId } })
    const net = moved.reduce((sum, { amount, fee }) => sum + amount.minus(fee).times(100).toNumber(), 0)
    const balance = bench.account.movements.reduce((sum, { amount, fee }) => sum + amount - fee, 0)
    expect([moved.length, Math.round(net)]).toEqual([bench.account.movements.length, balance])
    await expectBooks()
    const disputes = await system.processorDispute.findMany({ where: { tenantId } })
    const statuses = new Map([...bench.account.disputes.values()].map(({ id, status }) => [id, status]))
    expect(disputes.map(({ uid, status }) => [uid, status]).sort()).toEqual([...statuses].sort())
    // Forged events were rejected, and no event was handled twice.
    expect(forged).toBeGreaterThan(0)
    expect(accepted).toBe(0)
    expect(await system.processorEvent.count({ where: { tenantId, uid: { startsWith: 'evt_forged' } } })).toBe(0)
    expect(await system.processorEvent.count({ where: { tenantId, handledAt: null } })).toBe(0)
  },
  proofSize({ reduced: 240_000, full: 3_600_000 }),
)
