import { afterAll, beforeAll, expect, test } from 'vitest'
import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import { addDays } from '#kernel/time/calendar'
import { systemClock } from '#kernel/time/clock'
import { dayIn } from '#kernel/time/day'
import { mapEmbedded, type Office, openSyncBench, type SyncBench } from '#test/support/finance/ledger-sync'
import { runJobs } from '#test/support/jobs/run-jobs'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: SyncBench
let office: Office
beforeAll(async () => {
  // The sandbox of the processor dates its events by the time of the machine.
  bench = await openSyncBench({ isOnline: false, isOwn: true })
  office = await bench.office()
})
afterAll(() => bench.close())

const get = async (path: string): Promise<Json> => {
  const response = await office.caller.get(path)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const finance = (path: string, body: object) => office.post(`/api/finance/${path}`, body)
const cents = (amount: unknown): number => Math.round(Number(amount) * 100)
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** What the member owes, in cents. The balance and the end of the statement are the same. */
const owed = async (): Promise<number> => {
  const { Balance } = await get(`/api/finance/contacts/${office.contactId}/balance`)
  const { ClosingBalance } = await get(`/api/finance/contacts/${office.contactId}/statement`)
  expect(ClosingBalance).toBe(Balance)
  return cents(Balance)
}

const join = async (): Promise<Json> => {
  const { MembershipTypeId } = await office.post('/api/membershiptypes/0', { Name: 'Regular' })
  const level = { Name: 'Individual', Price: 120, FeeItemId: office.dues }
  const { MembershipLevelId } = await office.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, level)
  const joined = { ContactId: office.contactId, MembershipTypeId, LevelId: MembershipLevelId }
  const { MembershipId } = await office.post('/api/memberships/0', joined)
  return get(`/api/memberships/${MembershipId}`)
}

/** Three workshops with a discount of 10 % and a tax of 8.25 %: 99.99 - 10.00 + 7.42. */
const buyWorkshops = async (): Promise<Json> => {
  const line = { FeeItemId: office.workshop, Quantity: 3, UnitPrice: 33.33 }
  return office.invoice([{ ...line, DiscountId: office.discount, TaxSetId: office.taxSet }])
}

const pay = (Amount: number, Applications: object[]): Promise<Json> =>
  finance('payments/0', { ContactId: office.contactId, Amount, PaymentTypeId: 2, Applications })

/** Charges a card whose owner disputes the charge. */
const charge = async (Amount: number, InvoiceId: unknown): Promise<Json> => {
  const { PaymentGatewayId, GatewayAccountId } = await office.post('/api/paymentgateways/0', { Name: 'Cards' })
  const card = { PaymentGatewayId, PaymentToken: 'tok_createDispute', Capture: true }
  const Applications = [{ InvoiceId }]
  const own = { ContactId: office.contactId, Amount, Applications }
  return { ...(await office.post('/api/integration/payproc/charges', { ...card, ...own })), GatewayAccountId }
}

/** Sends evidence with which the dispute of a charge is lost, and lets the processor decide. */
const loseDispute = async ({ EPaymentTransactionId, GatewayAccountId }: Json): Promise<void> => {
  await runJobs(bench.server, HANDLE_PROCESSOR_EVENT)
  const evidence = { uncategorized_text: 'losing_evidence' }
  await office.post(`/api/integration/payproc/disputes/${EPaymentTransactionId}?submit=true`, evidence)
  await office.post(`/api/integration/payproc/account/${GatewayAccountId}/sandboxday`, {})
  await runJobs(bench.server, HANDLE_PROCESSOR_EVENT)
}

/** The lines of the journal by the entry of which they are. */
const journal = async (): Promise<Map<number, Json[]>> => {
  const { Results } = await get('/api/finance/journal?$top=200')
  return new Map((Results as Json[]).map(({ JournalEntryId, Lines }) => [Number(JournalEntryId), Lines as Json[]]))
}

/** The documents of the embedded ledger: kind, number and total in cents. */
const ledgerDocuments = async (): Promise<[kind: string, number: string, total: number][]> => {
  const { embeddedLedgerDocument } = bench.server.database.system
  // A payment of 0 connects a credit memo with its invoice.
  const where = { total: { gt: 0 } }
  const rows = await embeddedLedgerDocument.findMany({ where, orderBy: [{ kind: 'asc' }, { number: 'asc' }] })
  return rows.map(({ kind, number, total }) => [kind, number, cents(total)])
}

const SIGNS: Record<string, number> = { invoice: 1, refund: 1, payment: -1, creditMemo: -1 }

test('a month of an office: each amount is the same in balance, statement, journal and ledger, to the cent', async () => {
  await mapEmbedded(office, bench.server)

  const { MembershipId, Invoices } = await join()
  const [dues] = Invoices as Json[]
  expect([dues?.Total, await owed()]).toEqual([120, 120_00])
  const workshops = await buyWorkshops()
  expect([workshops.Total, await owed()]).toEqual([97.41, 217_41])

  const paid = [{ InvoiceId: dues?.InvoiceId }, { InvoiceId: workshops.InvoiceId, Amount: 30.5 }]
  expect(await pay(150.5, paid)).toMatchObject({ OpenAmount: 0 })
  expect(await get(`/api/memberships/${MembershipId}`)).toMatchObject({ Status: 'Active', Balance: 0 })
  expect(await owed()).toBe(66_91)

  const { PaymentId } = await pay(25, [])
  await finance('refunds/0', { PaymentId, Amount: 10 })
  expect(await owed()).toBe(51_91)
  await finance('writeoffs/0', { InvoiceId: workshops.InvoiceId, Amount: 1.91 })
  expect(await owed()).toBe(50_00)

  const charged = await charge(65, workshops.InvoiceId)
  const invoice = () => get(`/api/finance/invoices/${workshops.InvoiceId}`)
  expect([(await invoice()).Balance, await owed()]).toEqual([0, -15_00])
  await loseDispute(charged)
  expect([(await invoice()).Balance, await owed()]).toEqual([65, 50_00])

  const { Transactions } = await get(`/api/finance/contacts/${office.contactId}/statement`)
  const statement = Transactions as Json[]
  expect(statement.map(({ DisplayNumber, Amount }) => [DisplayNumber, cents(Amount)])).toEqual([
    ['INV-1', 120_00],
    ['INV-2', 97_41],
    ['PAY-1', -150_50],
    ['PAY-2', -25_00],
    ['REF-1', 10_00],
    ['WO-1', -1_91],
    ['PAY-3', -65_00],
    ['REF-2', 65_00],
  ])

  const entries = await journal()
  const receivable = (
    await bench.server.database.system.account.findFirstOrThrow({ where: { systemRole: 'receivable' } })
  ).id
  for (const { JournalEntryId, Amount } of statement) {
    const lines = entries.get(Number(JournalEntryId)) ?? []
    const own = lines.filter(({ AccountId }) => AccountId === receivable)
    expect(sum(own.map((line) => cents(line.Amount)))).toBe(cents(Amount))
  }
  for (const lines of entries.values()) expect(sum(lines.map((line) => cents(line.Amount)))).toBe(0)
  const { Accounts, Debit, Credit } = await get('/api/finance/trialbalance')
  expect(Debit).toBe(Credit)
  const balances = new Map((Accounts as Json[]).map(({ AccountId, Balance }) => [AccountId, cents(Balance)]))
  expect(balances.get(receivable)).toBe(50_00)
  const posted = [...entries.values()].flat()
  for (const [id, balance] of balances)
    expect(sum(posted.filter(({ AccountId }) => AccountId === id).map((line) => cents(line.Amount)))).toBe(balance)

  await office.sync()
  expect((await office.log()).filter(({ Status }) => Status !== 'Succeeded')).toEqual([])
  const sent = await ledgerDocuments()
  expect(sent.map(([, number, total]) => [number, total]).sort()).toEqual(
    statement.map(({ DisplayNumber, Amount }) => [DisplayNumber, Math.abs(cents(Amount))]).sort(),
  )
  expect(sum(sent.map(([kind, , total]) => (SIGNS[kind] ?? Number.NaN) * total))).toBe(50_00)

  const yesterday = addDays(dayIn('UTC', systemClock.now()), -1)
  const { Id } = await get('/api/ledgersettings/settings/ledgerinstall')
  await office.api.install({ Id, ClosedPeriodEnabled: true, SetupClosedPeriod: yesterday })
  const late = { ContactId: office.contactId, Amount: 50, PaymentTypeId: 2, ReceivedDate: yesterday }
  expect(await refusal(office.caller.post('/api/finance/payments/0', late))).toEqual([422, '/ReceivedDate'])
  expect(await owed()).toBe(50_00)
})
