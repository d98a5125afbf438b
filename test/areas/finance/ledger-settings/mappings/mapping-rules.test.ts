import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LedgerApi, ledgerApi, type OnlineBench, openOnlineLedger, ROOT } from '#test/support/finance/ledger'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: OnlineBench
beforeAll(async () => {
  bench = await openOnlineLedger()
  bench.ledger.rows('PaymentMethod').push({ Id: '7', Name: 'Cash' }, { Id: '8', Name: 'Check', Active: false })
  bench.ledger
    .rows('Account')
    .push({ Id: '1', Name: 'Sales' }, { Id: '2', Name: 'Given', AccountSubType: 'DiscountsRefundsGiven' })
})
afterAll(() => bench.close())

const PATH = 'ledgeronline/paymenttypemapping'
const CASH = { ServiceId: '1', LedgerId: '7' }
const save = (api: LedgerApi, body: object, headers?: Record<string, string>) =>
  api.caller.post(`${ROOT}/${PATH}`, body, headers)

test('a mapping needs an installation, and the ledger only if it contains ids of it', async () => {
  const api = ledgerApi(await bench.server.tenant())
  expect(await refusal(save(api, { Mappings: [] }))).toEqual([409, 'ledger-not-installed'])
  const { Id } = await api.install()
  expect(await refusal(save(api, { Mappings: [CASH] }))).toEqual([409, 'ledger-not-connected'])
  expect((await save(api, { InstallationId: Id, Mappings: [{ ServiceId: '1', LedgerId: null }] })).statusCode).toBe(200)
  expect(await refusal(save(api, { InstallationId: '999999999', Mappings: [] }))).toEqual([409, 'ledger-not-installed'])
})

test('an inactive record of the ledger, and one of another list, cannot be a counterpart', async () => {
  const api = await bench.connected()
  for (const LedgerId of ['8', '1'])
    expect(await refusal(save(api, { Mappings: [{ ...CASH, LedgerId }] }))).toEqual([422, '/Mappings/0/LedgerId'])
  const discounts = await api.get('listLedgerDiscounts', 'ledgeronline/discountmapping/ldgdiscounts')
  expect(discounts).toEqual([{ Name: 'Given', IsSelected: false, LdgDiscountId: '2' }])
})

test('an account of the ledger has a type that fits the account', async () => {
  const api = await bench.connected()
  bench.ledger
    .rows('Account')
    .push({ Id: '31', Name: 'Money market', AccountType: 'Other Current Asset' }, { Id: '32', Name: 'Fees' })
  bench.ledger.rows('Account').push({ Id: '33', Name: 'Checking', AccountType: 'Bank' })
  const path = 'ledgeronline/accountmapping'
  const { Mappings } = await api.get('getAccountMapping', path)
  const idOf = (name: string) => (Mappings as Json[]).find(({ ServiceName }) => ServiceName === name)?.ServiceId
  const map = (...pairs: [string, string][]) =>
    api.caller.post(`${ROOT}/${path}`, {
      Mappings: pairs.map(([name, LedgerId]) => ({ ServiceId: idOf(name), LedgerId })),
    })
  const refused = (await map(['Checking account', '31'], ['Event fees', '33'], ['Discounts', '31'])).json()
  expect(refused).toMatchObject({ status: 422, code: 'books-rule' })
  expect(refused.errors).toEqual([
    {
      pointer: '/Mappings/1/LedgerId',
      message: 'must be an account of type Income, because "Event fees" has the type Income',
    },
    {
      pointer: '/Mappings/2/LedgerId',
      message: 'must be an account of type Income, because "Discounts" has the type Income',
    },
  ])
  // A type that the books do not have is not checked.
  expect((await map(['Checking account', '31'], ['Event fees', '32'])).statusCode).toBe(200)
  const names = (await api.get('listLedgerAccounts', `${path}/ldgaccounts`)).map(({ Name }) => Name)
  expect(names).toEqual(expect.arrayContaining(['Money market (Asset)', 'Fees', 'Checking (Bank)']))
})

test('a ledger that does not respond changes nothing', async () => {
  const api = await bench.connected()
  bench.ledger.next('/query', 'reset')
  expect(await refusal(save(api, { Mappings: [CASH] }))).toEqual([503, 'unavailable'])
  expect((await api.get('getPaymentTypeMapping', PATH)).Mappings).toContainEqual(
    expect.objectContaining({ ServiceId: '1', LedgerId: null }),
  )
})

test('of two writers with the same version, one wins; the history names the mapping', async () => {
  const api = await bench.connected()
  const { etag } = (await api.caller.get(`${ROOT}/${PATH}`)).headers
  const both = await Promise.all([0, 1].map(() => save(api, { Mappings: [CASH] }, { 'if-match': String(etag) })))
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
  const where = { tenantId: api.caller.tenant.id, entity: 'ledgersettings' }
  const [last] = await bench.server.database.system.auditEntry.findMany({ where, orderBy: { auditId: 'desc' } })
  expect(last?.changes).toEqual({ Mapping: 'paymentType', Mapped: 1 })
})

test('more than a page of records of the ledger is read completely', async () => {
  const api = await bench.connected()
  const rows = Array.from({ length: 1200 }, (_, at) => ({ Id: String(5000 + at), Name: `Class ${at}` }))
  bench.ledger.rows('Class').push(...rows)
  expect(await api.get('listLedgerClasses', 'ledgeronline/classmapping/ldgclasses')).toHaveLength(1200)
})
