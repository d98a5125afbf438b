import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BenefitsBench, openBenefits } from '#test/support/commerce/benefits'
import { expectShape } from '#test/support/server/contract-shape'

let bench: BenefitsBench
beforeAll(async () => {
  bench = await openBenefits('2025-01-15')
})
afterAll(() => bench.server.close())

const url = (id: unknown) => `/api/benefits/transactions/${id}`
const reverse = (id: number, body: object = {}) => bench.caller.post(`${url(id)}/reverse`, body)

const lastId = async (contact: number, item: number): Promise<number> =>
  (await bench.entries(contact, item)).Transactions[0]?.BenefitTransactionId ?? 0

describe('POST /api/benefits/transactions/{benefitTransactionId}/reverse (reverseBenefitTransaction)', () => {
  test('takes back a usage once', async () => {
    const contact = await bench.person()
    const item = await bench.item()
    await bench.adjust(contact, item, 5)
    await bench.use(contact, item, 3)
    const id = await lastId(contact, item)
    const [first, second] = await Promise.all([reverse(id, { Reason: 'Twice' }), reverse(id)])
    expect([first.statusCode, second.statusCode].sort()).toEqual([200, 409])
    const done = first.statusCode === 200 ? first : second
    expectShape('reverseBenefitTransaction', done.json())
    expect(done.json()).toMatchObject({ TransactionTypeId: 6, Quantity: 3, ReversedTransactionId: id })
    expect(await bench.ledger(contact, item)).toEqual(['Adjusted up 5', 'Used -3', 'Reversed 3'])
    expect((await bench.use(contact, item, 5)).json()).toMatchObject({ Used: 5, Remaining: 0 })
    expect((await reverse(done.json().BenefitTransactionId)).json().code).toBe('wrong-status')
  })

  test('takes back adjustments, but not pieces that are used', async () => {
    const contact = await bench.person()
    const item = await bench.item()
    await bench.adjust(contact, item, 5)
    const up = await lastId(contact, item)
    await bench.adjust(contact, item, -2)
    const down = await lastId(contact, item)
    expect((await reverse(up)).json().code).toBe('benefit-used-up')
    expect((await reverse(down)).json()).toMatchObject({ Quantity: 2 })
    expect((await reverse(up)).json()).toMatchObject({ Quantity: -5 })
    expect(await bench.remaining(contact, item)).toBe(0)
  })

  test('pieces that return after their grant has ended expire at once', async () => {
    bench.setDay('2025-01-15')
    const item = await bench.item()
    const { typeId, levelId } = await bench.typeWith(await bench.package([[item, 10]]))
    const contact = await bench.person()
    await bench.join(contact, typeId, levelId)
    await bench.use(contact, item, 4)
    const id = await lastId(contact, item)
    bench.setDay('2026-06-01')
    await bench.runDay()
    expect((await reverse(id)).statusCode).toBe(200)
    expect(await bench.ledger(contact, item)).toEqual([
      'Granted 10',
      'Used -4',
      'Expired -6',
      'Reversed 4',
      'Expired -4',
    ])
  })

  test('rejects a transaction that does not exist', async () => {
    expect((await reverse(9_000_000_000)).statusCode).toBe(404)
  })
})

describe('GET /api/benefits/transactions (listBenefitTransactions)', () => {
  test('lists the latest first, and filters by type and contact', async () => {
    const contact = await bench.person('Listed')
    const item = await bench.item()
    await bench.adjust(contact, item, 5)
    await bench.use(contact, item, 3)
    const list = async (query: string) => (await bench.caller.get(`/api/benefits/transactions?${query}`)).json()
    const all = await list(`Filter=ContactId%20eq%20${contact}`)
    expectShape('listBenefitTransactions', all)
    expect(all.Results).toMatchObject([
      { TransactionType: 'Used', Actions: ['view', 'reverse'] },
      { TransactionType: 'Adjusted up', Actions: ['view'] },
    ])
    const used = await list(`Filter=${encodeURIComponent("TransactionType eq 'Used'")}&Criteria=listed`)
    expect(used.Results.map(({ Quantity }: { Quantity: number }) => Quantity)).toEqual([-3])
  })
})

describe('GET /api/benefits/transactions/{benefitTransactionId} (getBenefitTransaction)', () => {
  test('returns a transaction', async () => {
    const contact = await bench.person()
    const item = await bench.item()
    await bench.adjust(contact, item, 5)
    const response = await bench.caller.get(url(await lastId(contact, item)))
    expectShape('getBenefitTransaction', response.json())
    expect(response.json()).toMatchObject({ ContactId: contact, Quantity: 5, Description: 'Test' })
    expect((await bench.caller.get(url(9_000_000_000))).statusCode).toBe(404)
  })
})
