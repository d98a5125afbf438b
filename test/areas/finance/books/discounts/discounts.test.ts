import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computeDiscount } from '#areas/finance/books/discounts/discounts.model'
import { fromCents } from '#kernel/money/cents'
import { addDays } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import { type BooksBench, openBooks, type SetupRecords } from '#test/support/finance/books'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: BooksBench
let discounts: SetupRecords
beforeAll(async () => {
  bench = await openBooks()
  discounts = bench.of('discounts')
})
afterAll(() => bench.server.close())

const percent = (Name: string, more: object = {}) => ({ Name, DiscountTypeId: 1, DiscountPercent: 10, ...more })

describe('POST /api/finance/discounts/{discountId} (saveDiscount)', () => {
  test('creates a discount and changes its type', async () => {
    const dates = { StartDate: '2026-09-01', EndDate: '2026-10-31' }
    const { body } = await bench.good(
      'saveDiscount',
      discounts.save(0, percent('Early bird', { PromoCode: 'EARLY', ...dates })),
    )
    expect(body).toMatchObject({ DiscountTypeName: 'Percent', DiscountPercent: 10, DiscountAmount: null, ...dates })
    const changed = await discounts.saved(body.DiscountId, { AuditId: 1, DiscountTypeId: 2, DiscountAmount: 12.5 })
    expect(changed).toMatchObject({ DiscountTypeName: 'Amount', DiscountPercent: null, DiscountAmount: 12.5, ...dates })
    expect(await discounts.saved(body.DiscountId, { AuditId: 2, PromoCode: null, EndDate: null })).toMatchObject({
      PromoCode: null,
      EndDate: null,
      StartDate: '2026-09-01',
    })
    expect((await discounts.traces('discount', body.DiscountId)).events).toEqual([
      'discount.created',
      'discount.updated',
      'discount.updated',
    ])
  })

  test('rejects values that do not fit the type, dates, codes and accounts', async () => {
    await discounts.saved(0, percent('Taken', { PromoCode: 'TAKEN' }))
    const save = (body: object) => refusal(discounts.save(0, percent('New', body)))
    expect(await save({ DiscountPercent: 0 })).toEqual([400, '/DiscountPercent'])
    expect(await save({ DiscountPercent: 100.5 })).toEqual([400, '/DiscountPercent'])
    expect(await save({ DiscountPercent: null })).toEqual([400, '/DiscountPercent'])
    expect(await save({ DiscountAmount: 5 })).toEqual([400, '/DiscountAmount'])
    expect(await save({ DiscountTypeId: 2 })).toEqual([400, '/DiscountPercent'])
    expect(await save({ DiscountTypeId: 2, DiscountPercent: null })).toEqual([400, '/DiscountAmount'])
    expect(await save({ DiscountTypeId: undefined })).toEqual([400, '/DiscountTypeId'])
    expect(await save({ StartDate: '2026-05-02', EndDate: '2026-05-01' })).toEqual([400, '/EndDate'])
    expect(await save({ PromoCode: 'taken ' })).toEqual([409, 'duplicate'])
    expect(await save({ Name: 'TAKEN' })).toEqual([409, 'duplicate'])
    expect(await save({ AccountId: 2_000_000_000 })).toEqual([422, '/AccountId'])
    const bank = await bench.of('accounts').saved(0, { Name: 'Savings', AccountType: 'Bank' })
    expect(await save({ AccountId: bank.AccountId })).toEqual([422, '/AccountId'])
  })

  test('gives a promo code to one of many discounts that are created simultaneously', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => discounts.save(0, percent(`Race ${at}`, { PromoCode: 'RACE' }))),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409).length).toBe(7)
  })
})

describe('GET /api/finance/discounts (listDiscounts)', () => {
  test('finds a discount by its promo code', async () => {
    await discounts.saved(0, percent('Members only', { PromoCode: 'GUILD-26' }))
    const { body } = await bench.good('listDiscounts', discounts.list('?Criteria=guild-26'))
    expect((body as unknown as { Results: Json[] }).Results.map(({ Name }) => Name)).toEqual(['Members only'])
  })
})

describe('GET /api/finance/discounts/lookup (lookupDiscounts)', () => {
  test('contains the discounts that are valid today', async () => {
    const today = new Date().toISOString().slice(0, 10)
    await discounts.saved(0, percent('Now', { StartDate: addDays(today, -2), EndDate: addDays(today, 2) }))
    await discounts.saved(0, percent('Over', { EndDate: addDays(today, -2) }))
    await discounts.saved(0, percent('Not yet', { StartDate: addDays(today, 2) }))
    await discounts.saved(0, percent('Off', { IsActive: false }))
    const { body } = await bench.good('lookupDiscounts', discounts.lookup())
    const names = body.map(({ Name }) => Name)
    expect(names).toContain('Now')
    expect(names.filter((name) => ['Over', 'Not yet', 'Off'].includes(String(name)))).toEqual([])
  })
})

describe('GET /api/finance/discounts/{discountId} (getDiscount)', () => {
  test('returns 404 for the id of another tenant', async () => {
    const { DiscountId } = await discounts.saved(0, percent('Private'))
    expect(await refusal(discounts.read(DiscountId, bench.theirs))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/finance/discounts/{discountId} (deleteDiscount)', () => {
  test('deletes an unused discount, and frees its promo code', async () => {
    const { DiscountId } = await discounts.saved(0, percent('Once', { PromoCode: 'ONCE' }))
    expect((await discounts.remove(DiscountId)).statusCode).toBe(200)
    expect(await refusal(discounts.read(DiscountId))).toEqual([404, 'not-found'])
    await discounts.saved(0, percent('Again', { PromoCode: 'ONCE' }))
  })
})

describe('discountOn', () => {
  const cents = fc.integer({ min: 0, max: 100_000_000_000_000 })

  test('is a percent rounded half up, or the amount, and never more than the line', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 1_000_000 }), (line, unit) => {
        const off = computeDiscount({ typeId: 1, percent: new Prisma.Decimal(unit).div(10_000), amount: null }, line)
        expect(off).toBeLessThanOrEqual(line)
        const twice = 2n * (BigInt(line) * BigInt(unit) - BigInt(off) * 1_000_000n)
        expect(twice >= -1_000_000n && twice < 1_000_000n).toBe(true)
      }),
    )
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 99_999_999_999 }), (line, amount) => {
        const off = computeDiscount({ typeId: 2, percent: null, amount: new Prisma.Decimal(fromCents(amount)) }, line)
        expect(off).toBe(Math.min(line, amount))
      }),
    )
  })
})
