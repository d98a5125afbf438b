import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, openBooks } from '#test/support/finance/documents'

let api: BooksApi
let contact: number
beforeAll(async () => {
  api = await openBooks()
  contact = await api.person()
  const due: [issued: string, due: string, price: number][] = [
    ['2026-01-02', '2026-03-16', 1],
    ['2026-02-01', '2026-03-17', 2],
    ['2026-03-01', '2026-04-15', 4],
    ['2026-04-01', '2026-05-15', 8],
    ['2026-05-01', '2026-06-14', 16],
    ['2026-06-01', '2026-06-15', 32],
  ]
  for (const [IssuedDate, DueDate, price] of due) await api.invoice(contact, price, { IssuedDate, DueDate })
  await api.create('payments', { ContactId: contact, Amount: 10, PaymentTypeId: 1, ReceivedDate: '2026-06-02' })
  const gone = await api.invoice(contact, 64, { IssuedDate: '2026-06-03' })
  await api.take('invoices', gone, 'void')
})
afterAll(() => api.server.close())

const read = (path: string, query: Record<string, string> = {}) =>
  api.body(api.caller.get(`/api/finance/${path}?${new URLSearchParams(query)}`))

/** Buckets of 2026-06-15: 90 days before is March 17. */
const AGES = { Current: 32, Days1To30: 16, Days31To60: 8, Days61To90: 6, Over90: 1 }

// The other tests add documents.
describe('GET /api/finance/trialbalance (getTrialBalance)', () => {
  test('is zero, on every day', async () => {
    const all = (await read('trialbalance')) as { Debit: number; Credit: number; Accounts: { Balance: number }[] }
    expect([all.Debit, all.Credit]).toEqual([201, 201])
    expect(all.Accounts.map(({ Balance }) => Balance)).toEqual([53, 10, -63])
    expect(await read('trialbalance', { asOf: '2026-01-31' })).toMatchObject({
      Debit: 1,
      Credit: 1,
      AsOfDate: '2026-01-31',
    })
  })
})

describe('GET /api/finance/journal (listJournalEntries)', () => {
  test('lists the entries with their lines, the latest first', async () => {
    const page = await read('journal', { $top: '2' })
    const [reversal, original] = page.Results as Record<string, unknown>[]
    expect(reversal).toMatchObject({
      DocumentKind: 'invoice',
      Date: '2026-06-15',
      Amount: 64,
      ReversesJournalEntryId: original?.JournalEntryId,
      Lines: [{ AccountName: 'Accounts receivable', Amount: -64 }, { Amount: 64 }],
    })
  })
})

describe('GET /api/finance/contacts/{contactId}/balance (getContactBalance)', () => {
  test('is the open invoices by age minus the open credit', async () => {
    expect(await read(`contacts/${contact}/balance`)).toEqual({
      ContactId: contact,
      ContactName: 'Ada Payer1',
      CurrencyCode: 'USD',
      Balance: 53,
      ...AGES,
      OpenCredit: 10,
    })
    expect((await api.caller.get('/api/finance/contacts/999999/balance')).statusCode).toBe(404)
  })
})

describe('reports of the books', () => {
  test.each([
    'trialbalance?asof=2026-05-31',
    'trialbalance?to=2026-05-31',
    'contacts/1/statement?From=2026-06-01',
    'contacts/1/balance?asOf=2026-01-01',
  ])('refuses parameters that it does not have: %s', async (path) => {
    const answer = await api.caller.get(`/api/finance/${path}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].message).toMatch(/is not a parameter of this operation|must be written (asOf|from)/)
  })
})

describe('GET /api/finance/receivables (listReceivables)', () => {
  test('lists open invoices by due date with their age, and the totals of all', async () => {
    const page = await read('receivables')
    expect(page).toMatchObject({ TotalRecordAvailable: '6', ModelItems: { InvoiceCount: 6, Total: 63, ...AGES } })
    expect((page.Results as object[]).slice(0, 3)).toMatchObject([
      { DueDate: '2026-03-16', DaysOverdue: 91, Bucket: 'Over90', Balance: 1 },
      { DaysOverdue: 90, Bucket: 'Days61To90' },
      { DaysOverdue: 61, Bucket: 'Days61To90' },
    ])
    const late = await read('receivables', { $filter: "Bucket eq 'Current' or DaysOverdue eq 1" })
    expect((late.Results as { Balance: number }[]).map(({ Balance }) => Balance)).toEqual([16, 32])
  })
})

describe('GET /api/finance/receivables/contacts (listContactReceivables)', () => {
  test('lists contacts with their open amounts by age', async () => {
    const page = await read('receivables/contacts', { $orderby: 'Balance desc' })
    expect(page.Results).toEqual([
      { ContactId: contact, ContactName: 'Ada Payer1', Balance: 53, ...AGES, OpenCredit: 10 },
    ])
  })
})

describe('GET /api/finance/contacts/{contactId}/statement (getContactStatement)', () => {
  test('continues the balance over pages, days and voids', async () => {
    const path = `contacts/${contact}/statement`
    const all = (await read(path)) as { Transactions: { Amount: number; Balance: number }[] }
    expect(all).toMatchObject({ OpeningBalance: 0, ClosingBalance: 53, FromDate: null })
    expect(all.Transactions.map(({ Balance }) => Balance)).toEqual([1, 3, 7, 15, 31, 63, 53, 117, 53])
    const from = await read(path, { from: '2026-03-01', to: '2026-06-02' })
    expect(from).toMatchObject({ OpeningBalance: 3, ClosingBalance: 53, Transactions: [{ Amount: 4 }, {}, {}, {}, {}] })
    const paged: unknown[] = []
    let url: string | undefined = `/api/finance/${path}?$top=4`
    for (let pages = 0; url !== undefined && pages < 5; pages++) {
      const answer = await api.caller.get(url)
      const { Transactions, OpeningBalance } = answer.json()
      if (pages === 1) expect(OpeningBalance).toBe(15)
      paged.push(...Transactions)
      url = /<(.+)>/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(paged).toEqual(all.Transactions)
    expect(all.Transactions.slice(-2)).toMatchObject([
      { DocumentKind: 'invoice', IsVoid: false, Amount: 64 },
      { DocumentKind: 'invoice', IsVoid: true, Amount: -64, Date: '2026-06-15' },
    ])
    expect((await api.caller.get(`/api/finance/${path}?$skiptoken=x`)).statusCode).toBe(400)
  })
})

describe('GET /api/finance/trialbalance (getTrialBalance)', () => {
  test('is zero, on every day', async () => {
    const all = (await read('trialbalance')) as { Debit: number; Credit: number; Accounts: { Balance: number }[] }
    expect([all.Debit, all.Credit]).toEqual([201, 201])
    expect(all.Accounts.map(({ Balance }) => Balance)).toEqual([53, 10, -63])
    expect(await read('trialbalance', { asOf: '2026-01-31' })).toMatchObject({
      Debit: 1,
      Credit: 1,
      AsOfDate: '2026-01-31',
    })
  })
})

describe('GET /api/finance/journal (listJournalEntries)', () => {
  test('lists the entries with their lines, the latest first', async () => {
    const page = await read('journal', { $top: '2' })
    const [reversal, original] = page.Results as Record<string, unknown>[]
    expect(reversal).toMatchObject({
      DocumentKind: 'invoice',
      Date: '2026-06-15',
      Amount: 64,
      ReversesJournalEntryId: original?.JournalEntryId,
      Lines: [{ AccountName: 'Accounts receivable', Amount: -64 }, { Amount: 64 }],
    })
  })
})

describe('GET /api/finance/contacts/{contactId}/statement (getContactStatement): documents over 0', () => {
  test('shows an invoice whose discount is the whole price', async () => {
    const person = await api.person()
    const AccountId = await api.account('membership-income')
    const line = { Description: 'Guest', UnitPrice: 5, DiscountAmount: 5, AccountId }
    const id = await api.create('invoices', { ContactId: person, Lines: [line] })
    const free = await api.create('invoices', {
      ContactId: person,
      Lines: [{ ...line, UnitPrice: 0, DiscountAmount: 0 }],
    })
    expect((await read(`contacts/${person}/statement`)).Transactions).toMatchObject([
      { DocumentId: id, Amount: 0, Balance: 0 },
      { DocumentId: free, Amount: 0, Balance: 0 },
    ])
  })
})

describe('GET /api/finance/receivables/contacts (listContactReceivables): deleted contacts', () => {
  test('shows neither id nor name of a deleted contact, which cannot be deleted while documents are open', async () => {
    const person = await api.person()
    await api.invoice(person, 7.5)
    const paid = await api.create('payments', { ContactId: person, Amount: 7.5, PaymentTypeId: 1 })
    const version = async () => (await api.body(api.caller.get(`/api/contacts/person/${person}`))).AuditId
    const remove = async () => (await api.caller.delete(`/api/contacts/${person}/${await version()}`)).json()
    expect(await remove()).toMatchObject({ status: 422, code: 'open-balance' })
    const { system } = api.server.database
    const where = { tenantId_id: { tenantId: api.caller.tenant.id, id: person } }
    await system.contact.update({ where, data: { deletedAt: new Date() } })
    const page = await read('receivables/contacts', { $filter: 'OpenCredit eq 7.5' })
    expect(page.Results).toMatchObject([{ ContactId: null, ContactName: null }])
    expect(await read('receivables/contacts', { $filter: 'ContactId eq null' })).toMatchObject({
      TotalRecordAvailable: '1',
    })
    await system.contact.update({ where, data: { deletedAt: null } })
    const open = (await read('invoices', { $filter: `ContactId eq ${person}` })).Results as { InvoiceId: number }[]
    await api.take('payments', paid, 'apply', { Applications: [{ InvoiceId: open[0]?.InvoiceId }] })
    expect((await api.caller.delete(`/api/contacts/${person}/${await version()}`)).statusCode).toBe(200)
  })
})
