import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BenefitsBench, openBenefits } from '#test/support/commerce/benefits'
import { refusal } from '#test/support/people/contact-parts'
import { expectShape } from '#test/support/server/contract-shape'

let bench: BenefitsBench
beforeAll(async () => {
  bench = await openBenefits()
})
afterAll(() => bench.server.close())

const url = (id: unknown) => `/api/benefits/packages/${id}`
const save = (id: unknown, body: object) => bench.caller.post(url(id), body)

describe('POST /api/benefits/packages/{benefitPackageId} (saveBenefitPackage)', () => {
  test('creates a package, and replaces its benefits', async () => {
    const one = await bench.item('Hours')
    const two = await bench.item('Seats')
    const Items = [
      { BenefitItemId: two, Quantity: 3 },
      { BenefitItemId: one, Quantity: 1 },
    ]
    const made = await save(0, { Name: 'Gold', Items })
    expect(made.statusCode, made.body).toBe(200)
    expectShape('saveBenefitPackage', made.json())
    expect(made.json().Items).toEqual([
      { BenefitItemId: two, Name: 'Seats', Quantity: 3 },
      { BenefitItemId: one, Name: 'Hours', Quantity: 1 },
    ])
    const id = made.json().BenefitPackageId
    expect((await save(id, { AuditId: 1, Description: 'Best' })).json().Items).toHaveLength(2)
    const changed = await save(id, { AuditId: 2, Items: [{ BenefitItemId: one, Quantity: 5 }] })
    expect(changed.json()).toMatchObject({ Description: 'Best', AuditId: 3, Items: [{ Quantity: 5 }] })
  })

  test('rejects repeated, unknown and inactive benefits', async () => {
    const one = await bench.item()
    const line = { BenefitItemId: one, Quantity: 1 }
    expect(await refusal(save(0, { Name: 'A', Items: [line, line] }))).toEqual([400, '/Items/1/BenefitItemId'])
    expect(await refusal(save(0, { Name: 'A', Items: [{ ...line, Quantity: 0 }] }))).toEqual([400, '/Items/0/Quantity'])
    const unknown = { BenefitItemId: 2_000_000_000, Quantity: 1 }
    expect(await refusal(save(0, { Name: 'A', Items: [unknown] }))).toEqual([422, '/Items/0/BenefitItemId'])
    const made = await save(0, { Name: 'Keeps', Items: [line] })
    await bench.caller.post(`/api/benefits/items/${one}`, { AuditId: 1, IsActive: false })
    expect(await refusal(save(0, { Name: 'B', Items: [line] }))).toEqual([422, '/Items/0/BenefitItemId'])
    const kept = await save(made.json().BenefitPackageId, { AuditId: 1, Items: [{ ...line, Quantity: 2 }] })
    expect(kept.statusCode).toBe(200)
    expect(await refusal(save(0, { Name: 'KEEPS' }))).toEqual([409, 'duplicate'])
  })
})

describe('GET /api/benefits/packages (listBenefitPackages)', () => {
  test('lists by name, and filters', async () => {
    await save(0, { Name: 'Zinc', IsActive: false })
    const response = await bench.caller.get('/api/benefits/packages?Filter=IsActive%20eq%20false')
    expectShape('listBenefitPackages', response.json())
    expect(response.json().Results).toMatchObject([{ Name: 'Zinc', Items: [] }])
  })
})

describe('GET /api/benefits/packages/lookup (lookupBenefitPackages)', () => {
  test('lists the active packages', async () => {
    await save(0, { Name: 'Iron' })
    const names = (await bench.caller.get(url('lookup'))).json().map(({ Name }: { Name: string }) => Name)
    expect(names).toContain('Iron')
    expect(names).not.toContain('Zinc')
  })
})

describe('GET /api/benefits/packages/{benefitPackageId} (getBenefitPackage)', () => {
  test('returns the package with its version', async () => {
    const id = await bench.package([[await bench.item(), 2]])
    const response = await bench.caller.get(url(id))
    expect([response.headers.etag, response.json().Items.length]).toEqual(['"1"', 1])
    expect((await bench.caller.get(url(2_000_000_000))).statusCode).toBe(404)
  })
})

describe('DELETE /api/benefits/packages/{benefitPackageId} (deleteBenefitPackage)', () => {
  test('deletes a package, but not one of a level', async () => {
    const free = await bench.package([])
    expect((await bench.caller.delete(url(free))).statusCode).toBe(200)
    const used = await bench.package([])
    await bench.typeWith(used)
    const response = await bench.caller.delete(url(used))
    expect([response.statusCode, response.json().code]).toEqual([409, 'in-use'])
  })

  test('a level accepts only existing and active packages', async () => {
    const typeId = await bench.type()
    const level = (BenefitPackageId: number) =>
      refusal(bench.caller.post(`/api/membershiptypes/${typeId}/levels/0`, { Name: 'L', Price: 1, BenefitPackageId }))
    expect(await level(2_000_000_000)).toEqual([422, '/BenefitPackageId'])
    expect(await level(await bench.package([], { IsActive: false }))).toEqual([422, '/BenefitPackageId'])
  })
})
