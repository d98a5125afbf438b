import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerApi } from '#test/support/finance/ledger'
import { mapEmbedded, openSyncBench, type SyncBench } from '#test/support/finance/ledger-sync'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: SyncBench
beforeAll(async () => {
  bench = await openSyncBench({ isOnline: false })
})
afterAll(() => bench.close())

const PATH = '/api/ledgersettings/embedded'

describe('POST /api/ledgersettings/embedded/accounts (addEmbeddedLedgerAccount)', () => {
  test('adds an account that can be mapped, with an item for the lines of documents', async () => {
    const office = await bench.office()
    const { api, caller } = office
    const add = (body: object) => caller.post(`${PATH}/accounts`, body)
    const grants = await api.good('addEmbeddedLedgerAccount', add({ Name: ' Grants  given', AccountType: 'Income' }))
    expect(grants).toMatchObject({ Name: 'Grants given', AccountType: 'Income', IsActive: true })
    const accounts = await api.get('listLedgerAccounts', 'ledgeronline/accountmapping/ldgaccounts')
    const LedgerId = String(grants.LedgerAccountId)
    expect(accounts).toContainEqual({ Name: 'Grants given (Income)', IsSelected: false, LdgAccountId: LedgerId })
    const items = await api.get('listLedgerFeeItems', 'ledgeronline/feeitemmapping/ldgfeeitems')
    expect(items.map(({ Name }) => Name)).toContain('Grants given')
    expect(await refusal(add({ Name: 'Grants given', AccountType: 'Expense' }))).toEqual([409, 'duplicate'])
    expect(await refusal(add({ Name: ' ', AccountType: 'Expense' }))).toEqual([422, '/Name'])
    expect(await refusal(add({ Name: 'Cash', AccountType: null }))).toEqual([400, '/AccountType'])
    expect((await add({ Name: 'Savings', AccountType: 'Bank' })).statusCode).toBe(200)
    expect((await api.get('listLedgerFeeItems', 'ledgeronline/feeitemmapping/ldgfeeitems')).length).toBe(items.length)
  })

  test('returns 409 without an embedded ledger', async () => {
    const { caller } = ledgerApi(await bench.server.tenant())
    const body = { Name: 'Grants', AccountType: 'Income' }
    expect(await refusal(caller.post(`${PATH}/accounts`, body))).toEqual([409, 'ledger-not-installed'])
  })
})

describe('GET /api/ledgersettings/embedded/accounts (listEmbeddedLedgerAccounts)', () => {
  test('lists the accounts of the tenant with their types', async () => {
    const { api, caller } = await bench.office()
    const list = (query = '') =>
      api.good('listEmbeddedLedgerAccounts', caller.get(`${PATH}/accounts?Take=1000${query}`))
    const rows = (await list()).Results as Json[]
    const incomes = ['Discounts Given', 'Donations', 'Event Revenue', 'Membership Dues', 'Shipping Income']
    const types: Record<string, string[]> = {
      AccountsReceivable: ['Accounts Receivable'],
      Asset: ['Disputed Funds', 'Undeposited Funds'],
      Bank: ['Checking'],
      Equity: ['Net Assets'],
      Expense: ['Bad Debt', 'Processing Fees'],
      Income: [...incomes, 'Sponsorship Income', 'Store Sales'],
      Liability: ['Sales Tax Payable', 'Unassigned Payments'],
    }
    const namesOf = (type: string) => rows.flatMap((row) => (row.AccountType === type ? [row.Name] : []))
    expect(Object.fromEntries(Object.keys(types).map((type) => [type, namesOf(type).sort()]))).toEqual(types)
    expect(rows).toHaveLength(Object.values(types).flat().length)
    expect(rows.filter(({ IsActive }) => IsActive)).toHaveLength(rows.length)
    const banks = await list("&Filter=AccountType eq 'Bank'")
    expect(banks).toMatchObject({ TotalRecordAvailable: '1', Results: [{ Name: 'Checking' }] })
    const other = await bench.server.tenant()
    expect((await other.get(`${PATH}/accounts`)).json()).toMatchObject({ TotalRecordAvailable: '0', Results: [] })
  })
})

describe('GET /api/ledgersettings/embedded/documents (listEmbeddedLedgerDocuments)', () => {
  test('lists what the sync has sent', async () => {
    const office = await bench.office()
    const { api, caller } = office
    await mapEmbedded(office, bench.server)
    const first = await office.invoice([{ FeeItemId: office.dues, Quantity: 3 }])
    const second = await office.invoice()
    await office.sync()
    await office.post(`/api/finance/invoices/${second.InvoiceId}/void`, { AuditId: second.AuditId })
    await office.sync()
    const list = (query = '') => api.good('listEmbeddedLedgerDocuments', caller.get(`${PATH}/documents${query}`))
    const { Results, TotalRecordAvailable } = await list()
    const sent = {
      DocumentType: 'Invoice',
      CustomerName: `Ada Byron (${office.contactId})`,
      Date: String(first.IssuedDate),
    }
    expect([TotalRecordAvailable, Results]).toMatchObject([
      '2',
      [
        { ...sent, Number: 'INV-2', Total: 0, IsVoid: true, Version: 1 },
        { ...sent, Number: 'INV-1', Total: 300, IsVoid: false, Version: 0 },
      ],
    ])
    expect((await list('?Criteria=inv-1')).Results).toMatchObject([{ Number: 'INV-1' }])
    expect((await list('?Criteria=byron&Filter=IsVoid eq true')).Results).toMatchObject([{ Number: 'INV-2' }])
  })
})

describe('GET /api/ledgersettings/embedded/customers (listEmbeddedLedgerCustomers)', () => {
  test('lists the customers that the sync has added', async () => {
    const office = await bench.office()
    await mapEmbedded(office, bench.server)
    await office.invoice()
    await office.sync()
    const rows = await office.api.good('listEmbeddedLedgerCustomers', office.caller.get(`${PATH}/customers`))
    expect(rows.Results).toEqual([
      { LedgerCustomerId: expect.any(Number), Name: `Ada Byron (${office.contactId})`, IsActive: true },
    ])
    const reader = await bench.server.caller(office.caller.tenant, ['books:read'])
    expect((await reader.get(`${PATH}/customers`)).statusCode).toBe(403)
  })
})
