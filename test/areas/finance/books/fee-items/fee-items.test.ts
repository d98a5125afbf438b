import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksBench, openBooks, type SetupRecords } from '#test/support/finance/books'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: BooksBench
let items: SetupRecords
let AccountId: unknown
beforeAll(async () => {
  bench = await openBooks()
  items = bench.of('feeitems')
  AccountId = (await bench.of('accounts').saved(0, { Name: 'Courses', AccountType: 'Income' })).AccountId
})
afterAll(() => bench.server.close())

const item = (Name: string, more: object = {}) => ({ Name, Price: 60, AccountId, ...more })

describe('POST /api/finance/feeitems/{feeItemId} (saveFeeItem)', () => {
  test('creates an item with account, class and tax set, and shows their names', async () => {
    const { ClassId } = await bench.of('classes').saved(0, { Name: 'Education' })
    const workshops = await bench.of('classes').saved(0, { Name: 'Workshops', ParentClassId: ClassId })
    const { TaxSetId } = await bench.of('taxsets').saved(0, { Name: 'Sales' })
    const body = item('Workshop', { ClassId: workshops.ClassId, TaxSetId, Quantity: 1.5, Price: 59.99 })
    const made = await bench.good('saveFeeItem', items.save(0, body))
    expect(made.body).toMatchObject({ Price: 59.99, Quantity: 1.5, Account: 'Courses', TaxSet: 'Sales' })
    expect(made.body.Class).toBe('Education:Workshops')
    const changed = await items.saved(made.body.FeeItemId, { AuditId: 1, Price: 0, TaxSetId: null, ClassId: null })
    expect(changed).toMatchObject({
      Price: 0,
      Quantity: 1.5,
      TaxSet: null,
      Class: null,
      Account: 'Courses',
      AuditId: 2,
    })
    expect((await items.traces('feeitem', made.body.FeeItemId)).events).toEqual(['feeitem.created', 'feeitem.updated'])
  })

  test('rejects prices that are not possible, and references that do not fit', async () => {
    await items.saved(0, item('Taken'))
    const save = (body: object) => refusal(items.save(0, item('New', body)))
    expect(await save({ Price: -1 })).toEqual([400, '/Price'])
    expect(await save({ Price: 1.005 })).toEqual([400, '/Price'])
    expect(await save({ Price: undefined })).toEqual([400, '/Price'])
    expect(await save({ Quantity: 0 })).toEqual([400, '/Quantity'])
    expect(await save({ Name: 'TAKEN' })).toEqual([409, 'duplicate'])
    expect(await save({ AccountId: 2_000_000_000 })).toEqual([422, '/AccountId'])
    expect(await save({ ClassId: 2_000_000_000 })).toEqual([422, '/ClassId'])
    expect(await save({ TaxSetId: 2_000_000_000 })).toEqual([422, '/TaxSetId'])
    const bank = await bench.of('accounts').saved(0, { Name: 'Savings', AccountType: 'Bank' })
    expect(await save({ AccountId: bank.AccountId })).toEqual([422, '/AccountId'])
    const old = await bench.of('taxsets').saved(0, { Name: 'Old', IsActive: false })
    const past = await bench.of('classes').saved(0, { Name: 'Past', IsActive: false })
    const closed = await bench.of('accounts').saved(0, { Name: 'Closed', AccountType: 'Income', IsActive: false })
    const answer = await items.save(0, item('New', { ...old, ...past, ...closed, Name: 'New', IsActive: true }))
    expect(answer.json().errors.map(({ pointer }: Json) => pointer)).toEqual(['/AccountId', '/ClassId', '/TaxSetId'])
  })

  test('can be changed while its account is no longer active', async () => {
    const account = await bench.of('accounts').saved(0, { Name: 'Closing', AccountType: 'Income' })
    const { FeeItemId } = await items.saved(0, item('Leftover', { AccountId: account.AccountId }))
    await bench.of('accounts').saved(account.AccountId, { AuditId: 1, IsActive: false })
    expect(await items.saved(FeeItemId, { AuditId: 1, IsActive: false })).toMatchObject({ IsActive: false })
  })
})

describe('GET /api/finance/feeitems (listFeeItems)', () => {
  test('finds an item by its description', async () => {
    await items.saved(0, item('Seat', { Description: 'Summer gala, one seat' }))
    const { body } = await bench.good('listFeeItems', items.list('?Criteria=gala'))
    expect((body as unknown as { Results: Json[] }).Results.map(({ Name }) => Name)).toEqual(['Seat'])
  })
})

describe('GET /api/finance/feeitems/lookup (lookupFeeItems)', () => {
  test('contains the active items with their prices', async () => {
    await items.saved(0, item('Badge', { Price: 7.5 }))
    await items.saved(0, item('Old badge', { IsActive: false }))
    const { body } = await bench.good('lookupFeeItems', items.lookup())
    expect(body).toContainEqual(expect.objectContaining({ Name: 'Badge', ExtraData: '7.50' }))
    expect(body.map(({ Name }) => Name)).not.toContain('Old badge')
  })
})

describe('GET /api/finance/feeitems/{feeItemId} (getFeeItem)', () => {
  test('returns 404 for the id of another tenant', async () => {
    const { FeeItemId } = await items.saved(0, item('Private'))
    expect(await refusal(items.read(FeeItemId, bench.theirs))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/finance/feeitems/{feeItemId} (deleteFeeItem)', () => {
  test('deletes an unused item', async () => {
    const { FeeItemId } = await items.saved(0, item('Mistake'))
    expect((await items.remove(FeeItemId)).statusCode).toBe(200)
    expect(await refusal(items.read(FeeItemId))).toEqual([404, 'not-found'])
  })
})
