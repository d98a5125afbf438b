import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMemberships, type Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'

let steps: Steps
beforeAll(async () => {
  steps = await openMemberships('2026-03-10')
})
afterAll(() => steps.server.close())

interface PlanJson {
  MembershipTypePaymentPlanId: number
  PaymentPlanItems: { PaymentPlanItemId: number; Amount: number; MonthsAfterStart: number | null }[]
  PaymentPlanEditor: { Price: number; Difference: number; IsInUse: boolean }
  Name: string
}

const THREE = { Payments: 3, Name: 'Three payments' }

/** A type with a level for 400, and functions for its plans. */
const addType = async (level: object = {}) => {
  const typeId = await steps.type()
  const levelId = await steps.level(typeId, { Price: 400, ...level })
  const url = `/api/membershiptypes/${typeId}`
  const save = (body: object, id = 0) =>
    steps.caller.post(`${url}/paymentplan/${id}`, { MembershipLevelId: String(levelId), ...body })
  const create = async (body: object = THREE): Promise<number> => {
    const made = await save(body)
    expect(made.statusCode, made.body).toBe(200)
    return made.json().MembershipTypePaymentPlanId
  }
  const get = async (id: number): Promise<PlanJson> => {
    const found = await steps.caller.get(`${url}/paymentplan/${id}`)
    expect(found.statusCode, found.body).toBe(200)
    expectShape('getPaymentPlan', found.json())
    return found.json()
  }
  const list = async (): Promise<PlanJson[]> => (await steps.caller.get(`${url}/paymentplans`)).json().Plans
  return { typeId, levelId, url, save, create, get, list }
}

const item = (
  PaymentNumber: number,
  MonthsAfterStart: number | null,
  Amount: number,
  DueDate: string | null = null,
) => ({ PaymentNumber, MonthsAfterStart, Amount, DueDate })

describe('POST /api/membershiptypes/{membershiptypeid}/paymentplan/{membershiptypepaymentplanid} (savePaymentPlan)', () => {
  test('splits the price into equal monthly payments, with the remaining cents on the first', async () => {
    const { create, get } = await addType()
    const plan = await get(await create())
    expect(plan.PaymentPlanItems.map(({ Amount, MonthsAfterStart }) => [MonthsAfterStart, Amount])).toEqual([
      [0, 133.34],
      [1, 133.33],
      [2, 133.33],
    ])
    expect(plan.PaymentPlanEditor).toMatchObject({ Price: 400, Difference: 0, IsInUse: false })
  })

  test('stores dates and amounts, changes them, and checks the version', async () => {
    const { create, get, save, list } = await addType()
    const PaymentPlanItems = [item(2, null, 300, '2026-09-01'), item(1, null, 100, '2026-04-01')]
    const id = await create({ ...THREE, Payments: 2, PaymentPlanItems, StartDate: '2026-01-01', EndDate: '2026-12-31' })
    expect((await get(id)).PaymentPlanItems.map(({ Amount }) => Amount)).toEqual([100, 300])
    const changed = await save({ ...THREE, Payments: 2, Name: 'Two', ShowOnApplication: true }, id)
    expect([changed.statusCode, changed.headers.etag], changed.body).toEqual([200, '"2"'])
    expectShape('savePaymentPlan', changed.json())
    expect(await list()).toEqual([changed.json()])
    expect(changed.json()).toMatchObject({ Name: 'Two', StartDate: '2026-01-01', ShowOnApplication: true, Payments: 2 })
    const url = `/api/membershiptypes/${changed.json().MembershipTypeId}/paymentplan/${id}`
    const stale = await steps.caller.post(url, { ...THREE, Payments: 2 }, { 'if-match': '"1"' })
    expect(stale.statusCode).toBe(412)
  })

  test('takes the price of one unit as the list price of a level with a unit', async () => {
    const Name = `F${crypto.randomUUID().replaceAll('-', '')}`
    const field = await steps.caller.post('/api/customfields/0', {
      ObjectTypeId: '4',
      Name,
      DisplayName: Name,
      CustomFieldDataTypeId: '3',
    })
    const UnitFieldId = Number(field.json().CustomFieldId)
    const { create, get } = await addType({ Price: 50, UnitFieldId, UnitBands: [{ FromUnits: 0, UnitPrice: 10 }] })
    expect((await get(await create())).PaymentPlanEditor.Price).toBe(60)
  })

  const months = [item(1, 0, 200), item(2, 6, 200)]
  test.each<[what: string, pointer: string, body: object]>([
    ['a wrong number of payments', '/PaymentPlanItems', { Payments: 3, PaymentPlanItems: months }],
    ['amounts that miss the price', '/PaymentPlanItems', { PaymentPlanItems: [item(1, 0, 200), item(2, 6, 199.99)] }],
    [
      'a payment without a date',
      '/PaymentPlanItems/1/DueDate',
      { PaymentPlanItems: [item(1, 0, 200), item(2, null, 200)] },
    ],
    [
      'a payment with two dates',
      '/PaymentPlanItems/0/DueDate',
      { PaymentPlanItems: [item(1, 0, 200, '2026-01-01'), item(2, 6, 200)] },
    ],
    [
      'dates out of order',
      '/PaymentPlanItems/1/MonthsAfterStart',
      { PaymentPlanItems: [item(1, 6, 200), item(2, 0, 200)] },
    ],
    [
      'two payments with a number',
      '/PaymentPlanItems/1/PaymentNumber',
      { PaymentPlanItems: [item(1, 0, 200), item(1, 6, 200)] },
    ],
    [
      'a payment of half a cent',
      '/PaymentPlanItems/0/Amount',
      { PaymentPlanItems: [item(1, 0, 200.005), item(2, 6, 199.995)] },
    ],
    ['an end before the start', '/EndDate', { StartDate: '2026-05-01', EndDate: '2026-04-01' }],
  ])('returns 422 for %s', async (_what, pointer, body) => {
    const { save } = await addType()
    const saved = await save({ ...THREE, Payments: 2, ...body })
    expect([saved.statusCode, saved.json().code], saved.body).toEqual([422, 'plan-rule'])
    expect(saved.json().errors.map((one: { pointer: string }) => one.pointer)).toContain(pointer)
  })

  test('returns 409 for the name of another plan, and 422 for a level of another type or too small a price', async () => {
    const { save, create } = await addType()
    await create()
    expect((await save({ ...THREE, Name: 'THREE payments' })).json()).toMatchObject({ status: 409, code: 'duplicate' })
    const other = await addType({ Price: 0.02 })
    for (const MembershipLevelId of [String(other.levelId), '9999999999']) {
      const wrong = await save({ ...THREE, Name: 'B', MembershipLevelId })
      expect(wrong.json()).toMatchObject({ code: 'unknown-reference', errors: [{ pointer: '/MembershipLevelId' }] })
    }
    expect((await other.save(THREE)).json()).toMatchObject({ code: 'plan-rule', errors: [{ pointer: '/Payments' }] })
  })
})

describe('GET /api/membershiptypes/{membershiptypeid}/paymentplan/{membershiptypepaymentplanid} (getPaymentPlan)', () => {
  test('returns a blank plan that can be saved, and 404 for a plan of another type', async () => {
    const { get, create, save, url } = await addType()
    const blank = await get(0)
    expect(blank).toMatchObject({ MembershipTypePaymentPlanId: 0, Payments: 2, PaymentPlanEditor: { Difference: 0 } })
    expect((await save(blank)).statusCode).toBe(200)
    const other = await addType()
    const id = await create()
    expect((await steps.caller.get(`${other.url}/paymentplan/${id}`)).statusCode).toBe(404)
    expect((await steps.caller.get(`${url}/paymentplan/9999999999`)).statusCode).toBe(404)
  })
})

describe('GET /api/membershiptypes/{membershiptypeid}/copypaymentplan/{membershiptypepaymentplanid} (copyPaymentPlan)', () => {
  test('returns an unsaved copy with a new name', async () => {
    const { create, list, save, url } = await addType()
    const id = await create()
    const copy = (await steps.caller.get(`${url}/copypaymentplan/${id}`)).json()
    expectShape('copyPaymentPlan', copy)
    expect(copy).toMatchObject({ MembershipTypePaymentPlanId: 0, Name: 'Copy of Three payments' })
    expect(copy.PaymentPlanItems.map((one: { PaymentPlanItemId: number }) => one.PaymentPlanItemId)).toEqual([0, 0, 0])
    expect(await list()).toHaveLength(1)
    expect((await save(copy)).statusCode).toBe(200)
    expect((await steps.caller.get(`${url}/copypaymentplan/${id}`)).json().Name).toBe('Copy of Three payments 2')
  })
})

describe('DELETE /api/membershiptypes/{membershiptypeid}/paymentplan/{membershiptypepaymentplanid} (deletePaymentPlan)', () => {
  test('deletes a plan that was never chosen, so that its level can be deleted', async () => {
    const { create, list, url, levelId } = await addType()
    const id = await create()
    const inUse = await steps.caller.delete(`${url}/levels/${levelId}`)
    expect(inUse.json()).toMatchObject({ status: 409, code: 'in-use', users: [{ kind: 'payment plan', id }] })
    expect((await steps.caller.delete(`${url}/paymentplan/${id}`)).json()).toEqual({})
    expect(await list()).toEqual([])
    expect((await steps.caller.get(`${url}/paymentplan/${id}`)).statusCode).toBe(404)
    expect((await steps.caller.delete(`${url}/levels/${levelId}`)).statusCode).toBe(200)
  })
})

describe('GET /api/membershiptypes/{membershiptypeid}/paymentplans (listPaymentPlans)', () => {
  test('lists the plans by level and name, also those outside their window', async () => {
    const { create, list, url, typeId } = await addType({ DisplayOrder: 2 })
    const second = await create({ ...THREE, Name: 'B', EndDate: '2025-01-01' })
    const first = await create({ ...THREE, Name: 'A' })
    const levelId = await steps.level(typeId, { Price: 10, DisplayOrder: 1 })
    const other = await steps.caller.post(`${url}/paymentplan/0`, { ...THREE, MembershipLevelId: String(levelId) })
    expectShape('listPaymentPlans', (await steps.caller.get(`${url}/paymentplans`)).json())
    expect((await list()).map((plan) => plan.MembershipTypePaymentPlanId)).toEqual([
      other.json().MembershipTypePaymentPlanId,
      first,
      second,
    ])
  })
})

describe('GET /api/membershiptypes/{membershiptypeid}/paymentplans/lookup (lookupPaymentPlans)', () => {
  test('offers the plans whose window includes today, and to applicants only those for them', async () => {
    const { create, url, levelId } = await addType()
    await create({ ...THREE, Name: 'Past', EndDate: '2026-03-09' })
    await create({ ...THREE, Name: 'Last day', EndDate: '2026-03-10' })
    await create({ ...THREE, Name: 'First day', StartDate: '2026-03-10', ShowOnApplication: true })
    await create({ ...THREE, Name: 'Future', StartDate: '2026-03-11' })
    const names = async (query: string) =>
      (await steps.caller.get(`${url}/paymentplans/lookup${query}`)).json().map((one: { Name: string }) => one.Name)
    expect(await names('')).toEqual(['First day', 'Last day'])
    expect(await names(`?levelId=${levelId}&onApplication=true`)).toEqual(['First day'])
    expect(await names(`?levelId=${levelId + 100_000}`)).toEqual([])
  })
})
