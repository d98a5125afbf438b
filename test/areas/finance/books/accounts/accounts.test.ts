import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksBench, openBooks, type SetupRecords } from '#test/support/finance/books'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: BooksBench
let accounts: SetupRecords
beforeAll(async () => {
  bench = await openBooks()
  accounts = bench.of('accounts')
})
afterAll(() => bench.server.close())

const withRole = async (role: string): Promise<Json> => {
  const filter = encodeURIComponent(`SystemRole eq '${role}'`)
  return (await accounts.list(`?Filter=${filter}`)).json().Results[0]
}

describe('POST /api/finance/accounts/{accountId} (saveAccount)', () => {
  test('creates and changes an account, and records each change', async () => {
    const { body, version } = await bench.good(
      'saveAccount',
      accounts.save(0, { Name: ' Workshop  fees ', AccountNumber: '4110', AccountType: 'Income', Description: 'All.' }),
    )
    const id = body.AccountId
    expect(body).toMatchObject({ Name: 'Workshop fees', AccountNumber: '4110', Description: 'All.', IsActive: true })
    expect([version, body.SystemRole, body.Actions]).toEqual([1, null, ['view', 'edit', 'delete']])
    const changed = await accounts.saved(id, { AuditId: 1, AccountNumber: null, IsActive: false })
    expect(changed).toMatchObject({ Name: 'Workshop fees', AccountNumber: null, IsActive: false, AuditId: 2 })
    expect((await accounts.read(id)).json()).toEqual(changed)
    expect(await accounts.traces('account', id)).toEqual({
      history: [
        ['created', 1],
        ['updated', 2],
      ],
      events: ['account.created', 'account.updated'],
    })
  })

  test('rejects a name or number of another account, and what a new account lacks', async () => {
    const { AccountId } = await accounts.saved(0, { Name: 'Raffle', AccountNumber: '4120', AccountType: 'Income' })
    expect(await refusal(accounts.save(0, { Name: 'RAFFLE', AccountType: 'Income' }))).toEqual([409, 'duplicate'])
    const sameNumber = { Name: 'Auction', AccountNumber: ' 4120', AccountType: 'Income' }
    expect(await refusal(accounts.save(0, sameNumber))).toEqual([409, 'duplicate'])
    expect(await refusal(accounts.save(0, { Name: ' ', AccountType: 'Income' }))).toEqual([422, '/Name'])
    expect(await refusal(accounts.save(0, { Name: 'Auction' }))).toEqual([400, '/AccountType'])
    expect(await refusal(accounts.save(0, { Name: 'Auction', AccountType: 'Cash' }))).toEqual([400, '/AccountType'])
    expect(await refusal(accounts.save(AccountId, { AuditId: 9, Name: 'x' }))).toEqual([409, 'stale-audit-id'])
  })

  test('lets an account with a system role be renamed and renumbered, and nothing else', async () => {
    const { AccountId, AuditId } = await withRole('receivable')
    const renamed = await accounts.saved(AccountId, { AuditId, Name: 'Money owed to us', AccountNumber: '1150' })
    expect(renamed).toMatchObject({ SystemRole: 'receivable', AccountType: 'AccountsReceivable' })
    const saved = { AuditId: renamed.AuditId }
    expect(await refusal(accounts.save(AccountId, { ...saved, IsActive: false }))).toEqual([409, 'system-record'])
    expect(await refusal(accounts.save(AccountId, { ...saved, AccountType: 'Asset' }))).toEqual([409, 'system-record'])
  })

  test('keeps the type of an account that others use', async () => {
    const { AccountId } = await accounts.saved(0, { Name: 'Courses', AccountType: 'Income' })
    await bench.of('feeitems').saved(0, { Name: 'Course', Price: 10, AccountId })
    expect(await refusal(accounts.save(AccountId, { AuditId: 1, AccountType: 'Bank' }))).toEqual([409, 'in-use'])
    expect(await accounts.saved(AccountId, { AuditId: 1, IsActive: false })).toMatchObject({ IsActive: false })
  })

  test('gives a number to one of many accounts that are created simultaneously', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        accounts.save(0, { Name: `Race ${at}`, AccountNumber: '7777', AccountType: 'Expense' }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  })
})

describe('GET /api/finance/accounts (listAccounts)', () => {
  test('contains the chart of accounts of a new tenant, one account for each role', async () => {
    const fresh = await bench.server.tenant()
    const { body } = await bench.good('listAccounts', accounts.list('', fresh))
    const rows = (body as unknown as { Results: Json[] }).Results
    expect(rows.map(({ AccountNumber }) => AccountNumber)).toEqual(
      rows.map(({ AccountNumber }) => AccountNumber).sort(),
    )
    expect(rows.flatMap(({ SystemRole }) => SystemRole ?? []).sort()).toEqual([
      ...['bad-debt', 'discounts', 'disputed-funds', 'membership-income', 'processing-fees', 'receivable', 'sales-tax'],
      ...['shipping-income', 'store-income', 'unassigned-payments', 'undeposited-funds', 'vouchers'],
    ])
  })
})

describe('GET /api/finance/accounts/lookup (lookupAccounts)', () => {
  test('leaves out inactive accounts', async () => {
    const { AccountId } = await accounts.saved(0, { Name: 'Closed fund', AccountType: 'Equity', IsActive: false })
    const { body } = await bench.good('lookupAccounts', accounts.lookup())
    expect(body.some(({ Id }) => Id === AccountId)).toBe(false)
    expect(body).toContainEqual(expect.objectContaining({ Name: 'Donations', ExtraData: 'Income' }))
  })
})

describe('GET /api/finance/accounts/{accountId} (getAccount)', () => {
  test('returns 404 for the id of another tenant', async () => {
    const { AccountId } = await withRole('discounts')
    expect(await refusal(accounts.read(AccountId, bench.theirs))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/finance/accounts/{accountId} (deleteAccount)', () => {
  test('deletes an unused account, but none with a system role', async () => {
    const { AccountId } = await accounts.saved(0, { Name: 'Mistake', AccountType: 'Asset' })
    expect((await accounts.remove(AccountId)).statusCode).toBe(200)
    expect(await refusal(accounts.read(AccountId))).toEqual([404, 'not-found'])
    expect((await accounts.traces('account', AccountId)).events).toEqual(['account.created', 'account.deleted'])
    const { AccountId: role } = await withRole('sales-tax')
    expect(await refusal(accounts.remove(role))).toEqual([409, 'system-record'])
  })
})
