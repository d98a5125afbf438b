import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksBench, openBooks } from '#test/support/finance/books'
import type { Json } from '#test/support/people/contact-parts'

let bench: BooksBench
beforeAll(async () => {
  bench = await openBooks()
})
afterAll(() => bench.server.close())

const feed = async (operation: string, path: string): Promise<Json[]> =>
  (await bench.good(operation, bench.mine.get(`/api/integrations/${path}`))).body
const named = (rows: Json[], name: string) => rows.find(({ Name }) => Name === name)
const namesOf = (rows: Json[]) => rows.map(({ Name }) => Name)

describe('GET /api/integrations/accounts (listFeedAccounts)', () => {
  test('contains the accounts by name, inactive ones only if they are not hidden', async () => {
    const body = {
      Name: 'Old fund',
      AccountNumber: '3900',
      AccountType: 'Equity',
      Description: 'Closed.',
      IsActive: false,
    }
    const { AccountId } = await bench.of('accounts').saved(0, body)
    const rows = await feed('listFeedAccounts', 'accounts')
    expect(named(rows, 'Old fund')).toEqual({ ...body, AccountId })
    expect(namesOf(rows)).toEqual([...namesOf(rows)].sort())
    expect(namesOf(await feed('listFeedAccounts', 'accounts?hideinactive=true'))).not.toContain('Old fund')
  })
})

describe('GET /api/integrations/transactionclasses (listFeedTransactionClasses)', () => {
  test('contains the classes with their full names', async () => {
    const { ClassId } = await bench.of('classes').saved(0, { Name: 'Education' })
    const child = await bench.of('classes').saved(0, { Name: 'Workshops', ParentClassId: ClassId, IsActive: false })
    const rows = await feed('listFeedTransactionClasses', 'transactionclasses')
    expect(rows).toEqual([
      { ClassId, Name: 'Education', FullName: 'Education', ParentClassId: null, IsActive: true },
      {
        ClassId: child.ClassId,
        Name: 'Workshops',
        FullName: 'Education:Workshops',
        ParentClassId: String(ClassId),
        IsActive: false,
      },
    ])
    expect(namesOf(await feed('listFeedTransactionClasses', 'transactionclasses?hideinactive=true'))).toEqual([
      'Education',
    ])
  })
})

describe('GET /api/integrations/taxsets (listFeedTaxSets)', () => {
  test('contains the sum of the rates, and 0 for everywhere', async () => {
    const { TaxRegionId } = await bench
      .of('taxregions')
      .saved(0, { Name: 'Maine', CountryId: 840, StateProvince: 'ME' })
    const Rates = [
      { Name: 'State', Percent: 5.5 },
      { Name: 'City', Percent: 2.75 },
    ]
    const local = await bench.of('taxsets').saved(0, { Name: 'Local', TaxRegionId, Rates })
    const none = await bench.of('taxsets').saved(0, { Name: 'Zero' })
    expect(await feed('listFeedTaxSets', 'taxsets')).toEqual([
      { TaxSetId: local.TaxSetId, Name: 'Local', TaxRegionId, TaxRate: '8.25' },
      { TaxSetId: none.TaxSetId, Name: 'Zero', TaxRegionId: 0, TaxRate: '0' },
    ])
  })
})

describe('GET /api/integrations/discounts (listFeedDiscounts)', () => {
  test('contains percents and amounts as decimal texts, ended discounts included', async () => {
    const dates = { StartDate: '2020-09-01', EndDate: '2020-10-31' }
    const percent = { Name: 'Early bird', DiscountTypeId: 1, DiscountPercent: 10, PromoCode: 'EARLY', ...dates }
    const one = await bench.of('discounts').saved(0, percent)
    await bench.of('discounts').saved(0, { Name: 'Fine', DiscountTypeId: 1, DiscountPercent: 7.125 })
    await bench.of('discounts').saved(0, { Name: 'Welcome', DiscountTypeId: 2, DiscountAmount: 25 })
    const rows = await feed('listFeedDiscounts', 'discounts')
    expect(rows[0]).toEqual({
      DiscountId: one.DiscountId,
      DiscountTypeId: 1,
      DiscountTypeName: 'Percent',
      Name: 'Early bird',
      PromoCode: 'EARLY',
      DiscountPercent: '10.00',
      DiscountAmount: null,
      ...dates,
    })
    expect(named(rows, 'Fine')).toMatchObject({ DiscountPercent: '7.125', PromoCode: null, StartDate: null })
    expect(named(rows, 'Welcome')).toMatchObject({ DiscountTypeName: 'Amount', DiscountAmount: '25.00', EndDate: null })
  })
})

describe('GET /api/integrations/feeitems (listFeedFeeItems)', () => {
  test('contains the saleable items, inactive ones only if they are not hidden', async () => {
    const { AccountId } = await bench.of('accounts').saved(0, { Name: 'Courses', AccountType: 'Income' })
    const item = { Name: 'Course', Price: 59.99, Quantity: 1.5, Description: 'One day.', IsActive: false }
    const { FeeItemId } = await bench.of('feeitems').saved(0, { ...item, AccountId })
    expect(await feed('listFeedFeeItems', 'feeitems')).toEqual([{ ...item, SaleableItemId: String(FeeItemId) }])
    expect(await feed('listFeedFeeItems', 'feeitems?hideinactive=true')).toEqual([])
  })
})

describe('GET /api/integrations/paymentgateways (listFeedPaymentGateways)', () => {
  test('contains the gateways by name, with the accounts at the processor and whether they are verified', async () => {
    const create = async (Name: string): Promise<number> =>
      (await bench.mine.post('/api/paymentgateways/0', { Name })).json().PaymentGatewayId
    const trial = await create('Trial')
    const cards = await create('Cards')
    const { system } = bench.server.database
    const tenantId = bench.mine.tenant.id
    const set = async (gatewayId: number, uid: string, data: object) => {
      await system.processorAccount.deleteMany({ where: { tenantId, gatewayId } })
      await system.processorAccount.create({
        data: { tenantId, gatewayId, uid, currencyCode: 'USD', timeZone: 'UTC', ...data },
      })
    }
    const requires = (more: object) => ({
      checkedAt: new Date(),
      requirements: { disabledReason: null, pastDue: [], ...more },
    })
    const verified = async () =>
      (await feed('listFeedPaymentGateways', 'paymentgateways')).map(({ Name, IsVerified }) => [Name, IsVerified])
    await set(cards, 'acct_1', requires({}))
    await set(trial, 'acct_2', requires({ disabledReason: 'requirements.past_due' }))
    expect((await feed('listFeedPaymentGateways', 'paymentgateways'))[0]).toEqual({
      PaymentGatewayId: cards,
      Name: 'Cards',
      GatewayAccountId: 'acct_1',
      IsVerified: true,
    })
    expect(await verified()).toEqual([
      ['Cards', true],
      ['Trial', false],
    ])
    await set(cards, 'acct_1', requires({ pastDue: ['person.document'] }))
    await set(trial, 'acct_2', {})
    expect(await verified()).toEqual([
      ['Cards', false],
      ['Trial', false],
    ])
  })
})

describe('GET /api/integrations/paymenttypes (listFeedPaymentTypes)', () => {
  test('contains the payment types by name', async () => {
    const rows = await feed('listFeedPaymentTypes', 'paymenttypes')
    expect(rows.map(({ PaymentTypeId, Name }) => `${PaymentTypeId} ${Name}`)).toEqual([
      ...['4 ACH', '1 Cash', '2 Check', '3 Credit card', '6 External', '5 Trade'],
    ])
  })
})

describe('GET /api/integrations/gettenantid (getTenantId)', () => {
  test('returns the id as a JSON number, for callers with the scope only', async () => {
    const { body } = await bench.good('getTenantId', bench.mine.get('/api/integrations/gettenantid'))
    expect(body).toBe(bench.mine.tenant.id)
    const other = await bench.server.caller(bench.mine.tenant, ['books:read'])
    expect((await other.get('/api/integrations/gettenantid')).statusCode).toBe(403)
  })
})
