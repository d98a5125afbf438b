import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeOf } from '#test/support/commerce/store'
import { type DetailsBench, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const save = (id: unknown, body: object) => bench.mine.post(`/api/benefits/items/${id}`, body)
const url = (id: unknown) => `/api/benefits/items/${id}`

describe('POST /api/benefits/items/{benefitItemId} (saveBenefitItem)', () => {
  test('creates a benefit and changes it', async () => {
    const made = await bench.good('saveBenefitItem', save(0, { Name: ' Tickets ', Description: 'For the gala' }))
    expect(made.body).toMatchObject({ Name: 'Tickets', Description: 'For the gala', IsActive: true, AuditId: 1 })
    const changed = await bench.good('saveBenefitItem', save(made.body.BenefitItemId, { AuditId: 1, IsActive: false }))
    expect(changed.body).toMatchObject({ Name: 'Tickets', IsActive: false, AuditId: 2 })
    expect(changed.version).toBe(2)
  })

  test('rejects a blank name, the name of another benefit, and a stale version', async () => {
    const { body } = await bench.good('saveBenefitItem', save(0, { Name: 'Advice' }))
    expect((await save(0, { Name: ' ' })).statusCode).toBe(422)
    expect(await refusal(save(0, { Name: 'ADVICE' }))).toEqual([409, 'duplicate'])
    expect(await refusal(save(body.BenefitItemId, { AuditId: 2, Name: 'Other' }))).toEqual([409, 'stale-audit-id'])
  })
})

describe('POST /api/benefits/items/{benefitItemId} (saveBenefitItem) for an item of the store', () => {
  test('keeps the item and the reduction, and requires that the item exists', async () => {
    const StoreItemId = await storeOf(bench.mine).create(0, { Name: 'Yearbook', Price: 30 })
    const made = await bench.good('saveBenefitItem', save(0, { Name: 'Yearbook', StoreItemId }))
    expect(made.body).toMatchObject({ StoreItemId, StoreDiscountPercent: 100 })
    const id = made.body.BenefitItemId
    const changed = await bench.good('saveBenefitItem', save(id, { AuditId: 1, StoreDiscountPercent: 50 }))
    expect(changed.body).toMatchObject({ StoreItemId, StoreDiscountPercent: 50 })
    const cleared = await bench.good('saveBenefitItem', save(id, { AuditId: 2, StoreItemId: null }))
    expect(cleared.body).toMatchObject({ StoreItemId: null, StoreDiscountPercent: 50 })
    expect(await refusal(save(id, { AuditId: 3, StoreItemId: 2_000_000_000 }))).toEqual([422, '/StoreItemId'])
    expect((await save(id, { AuditId: 3, StoreDiscountPercent: 101 })).statusCode).toBe(400)
    expect((await bench.theirs.post('/api/benefits/items/0', { Name: 'Copy', StoreItemId })).statusCode).toBe(422)
  })
})

describe('GET /api/benefits/items (listBenefitItems)', () => {
  test('lists by name, and searches', async () => {
    for (const Name of ['Zoo passes', 'Árbol day']) await save(0, { Name })
    const { body } = await bench.good('listBenefitItems', bench.mine.get('/api/benefits/items?Criteria=arbol'))
    expect(body.Results).toMatchObject([{ Name: 'Árbol day' }])
  })
})

describe('GET /api/benefits/items/lookup (lookupBenefitItems)', () => {
  test('lists the active benefits', async () => {
    await save(0, { Name: 'Hidden', IsActive: false })
    await save(0, { Name: 'Visible' })
    const { body } = await bench.good('lookupBenefitItems', bench.mine.get('/api/benefits/items/lookup'))
    const names = body.map(({ Name }) => Name)
    expect(names).toContain('Visible')
    expect(names).not.toContain('Hidden')
  })
})

describe('GET /api/benefits/items/{benefitItemId} (getBenefitItem)', () => {
  test('returns the benefit of this tenant only', async () => {
    const { body } = await bench.good('saveBenefitItem', save(0, { Name: 'Parking' }))
    const found = await bench.good('getBenefitItem', bench.mine.get(url(body.BenefitItemId)))
    expect(found.body).toMatchObject({ Name: 'Parking', Actions: ['view', 'edit', 'delete'] })
    expect((await bench.theirs.get(url(body.BenefitItemId))).statusCode).toBe(404)
  })
})

describe('DELETE /api/benefits/items/{benefitItemId} (deleteBenefitItem)', () => {
  test('deletes a benefit that nothing uses', async () => {
    const { body } = await bench.good('saveBenefitItem', save(0, { Name: 'Short' }))
    expect((await bench.mine.delete(url(body.BenefitItemId))).statusCode).toBe(200)
    expect((await bench.mine.get(url(body.BenefitItemId))).statusCode).toBe(404)
  })

  test('rejects a benefit that a package contains', async () => {
    const { body } = await bench.good('saveBenefitItem', save(0, { Name: 'Packed' }))
    const Items = [{ BenefitItemId: body.BenefitItemId, Quantity: 1 }]
    await bench.mine.post('/api/benefits/packages/0', { Name: 'Pack', Items })
    expect(await refusal(bench.mine.delete(url(body.BenefitItemId)))).toEqual([409, 'in-use'])
  })
})
