import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, openBooks } from '#test/support/finance/documents'

let api: BooksApi
let contact: number
beforeAll(async () => {
  api = await openBooks()
  contact = await api.person()
  const issued: [day: string, price: number][] = [
    ['2026-01-31', 1],
    ['2026-02-01', 2],
    ['2026-05-01', 16],
    ['2026-06-01', 32],
  ]
  for (const [IssuedDate, price] of issued) await api.invoice(contact, price, { IssuedDate, DueDate: IssuedDate })
  await api.create('payments', { ContactId: contact, Amount: 10, PaymentTypeId: 1, ReceivedDate: '2026-06-02' })
  const gone = await api.invoice(contact, 64, { IssuedDate: '2026-05-03' })
  await api.take('invoices', gone, 'void')
})
afterAll(() => api.server.close())

interface Month {
  Month: string
  Income: number
  Invoiced: number
  Paid: number
  Open: number
}

const months = async (query = '', caller = api.caller) =>
  (await caller.get(`/api/finance/months${query}`)).json() as { CurrencyCode: string; Months: Month[] }

describe('GET /api/finance/months (getMonthlyFigures)', () => {
  test('returns the sums of the journal, months without postings included', async () => {
    const { CurrencyCode, Months } = await months('?from=2026-01&to=2026-06')
    expect(CurrencyCode).toBe('USD')
    expect(Months).toEqual([
      { Month: '2026-01', Income: 1, Invoiced: 1, Paid: 0, Open: 1 },
      { Month: '2026-02', Income: 2, Invoiced: 2, Paid: 0, Open: 3 },
      { Month: '2026-03', Income: 0, Invoiced: 0, Paid: 0, Open: 3 },
      { Month: '2026-04', Income: 0, Invoiced: 0, Paid: 0, Open: 3 },
      { Month: '2026-05', Income: 80, Invoiced: 80, Paid: 0, Open: 83 },
      // The invoice of May was voided in June.
      { Month: '2026-06', Income: -32, Invoiced: -32, Paid: 10, Open: 41 },
    ])
  })

  test('starts with what was open before, and returns the last 12 months without parameters', async () => {
    expect((await months('?from=2026-05&to=2026-05')).Months).toEqual([
      { Month: '2026-05', Income: 80, Invoiced: 80, Paid: 0, Open: 83 },
    ])
    const { Months } = await months()
    expect([Months.length, Months[0]?.Month, Months.at(-1)?.Month]).toEqual([12, '2025-07', '2026-06'])
  })

  test('equals the lines of the journal after any postings', async () => {
    const { system } = api.server.database
    const rows = await system.$queryRaw<{ differs: number }[]>`
      SELECT count(*)::int AS differs FROM (
        SELECT l.account_id, date_trunc('month', l.posted_on)::date AS month, e.document_kind, sum(l.amount) AS amount
        FROM journal_line l JOIN journal_entry e ON e.tenant_id = l.tenant_id AND e.id = l.entry_id
        WHERE l.tenant_id = ${api.caller.tenant.id} GROUP BY 1, 2, 3) derived
      FULL JOIN (
        SELECT account_id, month, document_kind, sum(amount) AS amount FROM journal_month
        WHERE tenant_id = ${api.caller.tenant.id} GROUP BY 1, 2, 3) stored USING (account_id, month, document_kind)
      WHERE derived.amount IS DISTINCT FROM stored.amount`
    expect(rows).toEqual([{ differs: 0 }])
  })

  test('returns zeros to another tenant, and rejects wrong months', async () => {
    const other = await api.server.tenant()
    const { Months } = await months('?from=2026-05&to=2026-05', other)
    expect(Months).toEqual([{ Month: '2026-05', Income: 0, Invoiced: 0, Paid: 0, Open: 0 }])
    for (const wrong of ['from=2026-07&to=2026-06', 'from=2020-01&to=2026-06', 'from=2026-13', 'from=x', 'unknown=1'])
      expect((await api.caller.get(`/api/finance/months?${wrong}`)).statusCode, wrong).toBe(400)
  })
})
