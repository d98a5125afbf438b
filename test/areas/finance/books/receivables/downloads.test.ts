import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, openBooks } from '#test/support/finance/documents'

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
  return { lines: answer.body.split('\r\n'), disposition: answer.headers['content-disposition'] }
}
const NAME = `"'=Ada Payer, ""A"""`

describe('GET /api/finance/receivables/csv (downloadReceivables)', () => {
  test('has one line for each open invoice', async () => {
    const { lines, disposition } = await file('receivables/csv?$orderby=Number desc')
    expect(disposition).toBe('attachment; filename="Receivables 2026-06-15.csv"')
    expect(lines).toEqual([
      'DisplayNumber,ContactId,ContactName,IssuedDate,DueDate,DaysOverdue,Bucket,Total,Balance,DueBalance',
      `INV-2,${contact},${NAME},2026-06-15,2026-07-15,0,Current,5,5,0`,
      `INV-1,${contact},${NAME},2026-05-01,2026-05-31,15,Days1To30,120,60,60`,
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
      `${contact},${NAME},65,5,60,0,0,0,0`,
      '',
    ])
  })
})

describe('GET /api/finance/journal/csv (downloadJournal)', () => {
  test('has one line for each line, which sum to 0', async () => {
    const { lines } = await file('journal/csv?$orderby=JournalEntryId')
    expect(lines[0]).toBe(
      'Date,JournalEntryId,DocumentKind,DisplayNumber,ContactId,ContactName,AccountId,AccountName,ClassId,Amount',
    )
    const receivable = await api.account('receivable')
    expect(lines[1]).toMatch(/^2026-05-01,\d+,invoice,INV-1,/)
    expect(lines[1]).toContain(`${NAME},${receivable},`)
    const amounts = lines.slice(1, -1).map((line) => Number(line.split(',').at(-1)))
    expect(amounts).toEqual([120, -120, 60, -60, 5, -5])
  })
})

describe('GET /api/finance/contacts/{contactId}/statement/csv (downloadContactStatement)', () => {
  test('starts with the opening balance', async () => {
    const { lines } = await file(`contacts/${contact}/statement/csv?from=2026-06-01`)
    expect(lines).toEqual([
      'Date,DocumentKind,DisplayNumber,IsVoid,Amount,Balance',
      ',,Opening balance,,,120',
      '2026-06-15,payment,PAY-1,false,-60,60',
      '2026-06-15,invoice,INV-2,false,5,65',
      '',
    ])
    expect((await api.caller.get('/api/finance/contacts/999999/statement/csv')).statusCode).toBe(404)
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
