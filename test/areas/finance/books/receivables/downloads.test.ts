import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, openBooks } from '#test/support/finance/documents'
import { linesOfFile } from '#test/support/server/list-files'

let api: BooksApi
let contact: number
beforeAll(async () => {
  api = await openBooks()
  const person = { FirstName: '=Ada', LastName: 'Payer, "A"', forceSave: true }
  contact = Number((await api.body(api.caller.post('/api/contacts/person/0', person))).ContactId)
  const InvoiceId = await api.invoice(contact, 120, { IssuedDate: '2026-05-01', DueDate: '2026-05-31' })
  await api.create('payments', { ContactId: contact, Amount: 60, PaymentTypeId: 1, Applications: [{ InvoiceId }] })
  await api.invoice(contact, 5, { IssuedDate: '2026-06-15' })
})
afterAll(() => api.server.close())

const file = async (path: string) => {
  const answer = await api.caller.get(`/api/finance/${path}`, { accept: 'text/csv' })
  expect([answer.statusCode, answer.headers['content-type']], answer.body).toEqual([200, 'text/csv; charset=utf-8'])
  return { lines: linesOfFile(answer.body), disposition: answer.headers['content-disposition'] }
}
const NAME = `"'=Ada Payer, ""A"""`

describe('GET /api/finance/receivables/csv (downloadReceivables)', () => {
  test('has one line for each open invoice', async () => {
    const { lines, disposition } = await file('receivables/csv?$orderby=Number desc')
    expect(disposition).toBe('attachment; filename="Receivables 2026-06-15.csv"')
    expect(lines).toEqual([
      'DisplayNumber,ContactId,ContactName,IssuedDate,DueDate,DaysOverdue,Bucket,Total,Balance,DueBalance',
      `INV-2,${contact},${NAME},2026-06-15,2026-07-15,0,Current,5.00,5.00,0.00`,
      `INV-1,${contact},${NAME},2026-05-01,2026-05-31,15,Days1To30,120.00,60.00,60.00`,
      '',
    ])
    expect((await file('receivables/csv?$filter=Balance gt 50')).lines).toHaveLength(3)
    const wrapped = (await api.caller.get('/api/finance/receivables/csv')).json()
    expect(wrapped.Content).toContain('INV-1')
    const refused = await api.caller.get('/api/finance/receivables/csv?$filter=Nothing eq 1')
    expect(refused.statusCode).toBe(400)
  })
})

describe('GET /api/finance/receivables/contacts/csv (downloadContactReceivables)', () => {
  test('has one line for each contact', async () => {
    expect((await file('receivables/contacts/csv')).lines).toEqual([
      'ContactId,ContactName,Balance,Current,Days1To30,Days31To60,Days61To90,Over90,OpenCredit',
      `${contact},${NAME},65.00,5.00,60.00,0.00,0.00,0.00,0.00`,
      '',
    ])
  })
})

describe('GET /api/finance/journal/csv (downloadJournal)', () => {
  test('has one line for each line, which sum to 0', async () => {
    const { lines } = await file('journal/csv?$orderby=JournalEntryId')
    expect(lines[0]).toBe(
      'Date,JournalEntryId,DocumentKind,DisplayNumber,ContactId,ContactName,AccountId,AccountName,ClassId,ClassName,Amount',
    )
    const receivable = await api.account('receivable')
    expect(lines[1]).toMatch(/^2026-05-01,\d+,invoice,INV-1,/)
    expect(lines[1]).toContain(`${NAME},${receivable},`)
    const amounts = lines.slice(1, -1).map((line) => line.split(',').at(-1))
    expect(amounts).toEqual(['120.00', '-120.00', '60.00', '-60.00', '5.00', '-5.00'])
  })
})

describe('GET /api/finance/contacts/{contactId}/statement/csv (downloadContactStatement)', () => {
  test('starts with the opening balance', async () => {
    const { lines } = await file(`contacts/${contact}/statement/csv?from=2026-06-01`)
    expect(lines).toEqual([
      'Date,DocumentKind,DisplayNumber,IsVoid,Amount,Balance',
      ',,Opening balance,,,120.00',
      '2026-06-15,payment,PAY-1,false,-60.00,60.00',
      '2026-06-15,invoice,INV-2,false,5.00,65.00',
      '',
    ])
    expect((await api.caller.get('/api/finance/contacts/999999/statement/csv')).statusCode).toBe(404)
  })
})

describe('GET /api/finance/trialbalance/csv (downloadTrialBalance)', () => {
  test('has one line for each account and the sums, as the trial balance of a day', async () => {
    const { lines, disposition } = await file('trialbalance/csv?asOf=2026-05-31')
    expect(disposition).toBe('attachment; filename="Trial balance 2026-05-31.csv"')
    const { Accounts } = (await api.caller.get('/api/finance/trialbalance?asOf=2026-05-31')).json()
    expect(Accounts).toHaveLength(2)
    const [head, ...others] = lines
    expect(head).toBe('AccountId,Number,Name,Type,Debit,Credit,Balance')
    for (const [index, { AccountId, Debit, Credit, Balance }] of Accounts.entries()) {
      expect(others[index]).toMatch(new RegExp(`^${AccountId},`))
      expect(others[index]).toContain([Debit, Credit, Balance].map((amount) => amount.toFixed(2)).join(','))
    }
    expect(others.slice(2)).toEqual([',,Total,,120.00,120.00,0.00', ''])
    const all = (await file('trialbalance/csv')).lines
    expect(all.length).toBeGreaterThan(lines.length)
  })

  test('rejects a day that does not exist, other scopes and no credential, and has nothing of another tenant', async () => {
    const path = '/api/finance/trialbalance/csv'
    expect((await api.caller.get(`${path}?asOf=2026-02-30`)).statusCode).toBe(400)
    const other = await api.server.caller(api.caller.tenant, ['contacts:read'])
    expect((await other.get(path)).statusCode).toBe(403)
    expect((await api.server.app.inject({ url: path })).statusCode).toBe(401)
    const stranger = await api.server.tenant(['books:read'])
    expect((await stranger.get(path)).json().Content.split('\r\n').slice(1)).toEqual([',,Total,,0.00,0.00,0.00', ''])
  })
})

test('returns 422 too-many-rows for more than 10,000 rows, and reads all pages of fewer', async () => {
  const { system } = api.server.database
  const add = (count: number) => system.$executeRaw`
    INSERT INTO invoice (tenant_id, number, contact_id, issued_on, due_on, subtotal, total, balance)
    SELECT ${api.caller.tenant.id}, 1000000 + coalesce((SELECT max(number) FROM invoice), 0) + n, ${contact}, '2026-01-01',
      '2026-01-01', 1, 1, 1 FROM generate_series(1, ${count}) n`
  await add(1500)
  expect((await file('receivables/csv')).lines).toHaveLength(1 + 1502 + 1)
  await add(9000)
  const refused = (await api.caller.get('/api/finance/receivables/csv')).json()
  expect([refused.status, refused.code]).toEqual([422, 'too-many-rows'])
  expect((await file('receivables/csv?$filter=Balance gt 1')).lines).toHaveLength(4)
})
