import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '#kernel/time/day'
import { openProcessorBench, type ProcessorBench } from '#test/support/finance/payment-processor'
import type { Json } from '#test/support/people/contact-parts'

let bench: ProcessorBench
beforeAll(async () => {
  bench = await openProcessorBench()
})
afterAll(() => bench.server.close())

const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Asia/Kolkata', 'UTC']
const YEAR = 2025
/** Around the changes of the clocks and the ends of months. */
const INSTANTS = ['2025-03-01', '2025-03-09', '2025-03-30', '2025-04-01', '2025-04-06', '2025-10-05', '2025-11-02']

const instant = fc
  .tuple(fc.constantFrom(...INSTANTS), fc.integer({ min: -40 * 3600, max: 40 * 3600 }))
  .map(([day, seconds]) => new Date(Date.parse(day) + seconds * 1000))
const movement = fc.record({
  at: instant,
  type: fc.constantFrom(
    ...['Sale', 'Refund', 'RefundReversal', 'Dispute', 'DisputeReversal', 'Transfer', 'TransferReversal', 'Adjustment'],
  ),
  cents: fc.integer({ min: 1, max: 500_000 }),
  feeCents: fc.integer({ min: 0, max: 2000 }),
})
type Movement = typeof movement extends fc.Arbitrary<infer T> ? T : never

const INCOMING = new Set(['Sale', 'RefundReversal', 'DisputeReversal', 'TransferReversal', 'Adjustment'])
const amountOf = ({ type, cents }: Movement) => (INCOMING.has(type) ? cents : -cents)
const feeOf = ({ type, feeCents }: Movement) =>
  type.startsWith('Transfer') ? 0 : type === 'DisputeReversal' ? -feeCents : feeCents
const cents = (amount: unknown) => Math.round(Number(amount) * 100)

test('the identities of the statement hold in every month, also across changes of the clocks', async () => {
  const { system } = bench.server.database
  const tenantId = bench.mine.tenant.id
  const account = await system.processorAccount.findFirstOrThrow({ where: { tenantId } })
  const own = { tenantId, accountId: account.id }
  const lists = fc.array(movement, { minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(lists, fc.constantFrom(...ZONES), async (movements, timeZone) => {
      await system.processorAccount.updateMany({ where: { tenantId }, data: { timeZone } })
      await system.gatewayTransaction.deleteMany({ where: { tenantId } })
      await system.gatewayTransaction.createMany({
        data: movements.map((one, at) => ({
          ...own,
          uid: `txn_${at}`,
          type: one.type,
          occurredAt: one.at,
          currencyCode: 'USD',
          status: 'Settled',
          amount: (amountOf(one) / 100).toFixed(2),
          fee: (feeOf(one) / 100).toFixed(2),
        })),
      })
      for (const month of [2, 3, 4, 10, 11]) {
        const prefix = `${YEAR}-${String(month).padStart(2, '0')}`
        const inMonth = movements.filter(({ at }) => dayIn(timeZone, at).startsWith(prefix))
        const net = (...types: string[]) =>
          inMonth.filter(({ type }) => types.includes(type)).reduce((sum, one) => sum + amountOf(one) - feeOf(one), 0)
        const answer = await bench.mine.get(`/api/paymentgateway/account/monthlystatement?Month=${month}&Year=${YEAR}`)
        const row = answer.json() as Json
        const activity = net('Sale', 'Refund', 'RefundReversal', 'Dispute', 'DisputeReversal')
        expect(cents(row.NetActivity)).toBe(activity)
        expect(cents(row.SummaryMonthlyBalance)).toBe(activity + net('Transfer', 'TransferReversal'))
        const all = inMonth.reduce((sum, one) => sum + amountOf(one) - feeOf(one), 0)
        expect(cents(row.SummaryMonthlyBalance) + cents(row.AdjustmentsAmount)).toBe(all)
        const parts = ['SalesAmount', 'DisputeReversalAmount', 'DisputeReversalFeesReturnedAmount']
        const minus = ['RefundAmount', 'DisputeAmount', 'SalesFeesAmount', 'RefundFeesAmount', 'DisputeFeesAmount']
        const sum = (names: string[]) => names.reduce((total, name) => total + cents(row[name]), 0)
        expect(sum(parts) - sum(minus)).toBe(cents(row.NetActivity))
        expect(cents(row.TransferReversalsAmount) - cents(row.TransfersAmount)).toBe(cents(row.SummaryLessTransfers))
        expect(row.SalesCount).toBe(inMonth.filter(({ type }) => type === 'Sale').length)
      }
    }),
    { numRuns: 12 },
  )
})
