import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BenefitsBench, openBenefits } from '#test/support/commerce/benefits'
import { refusal } from '#test/support/people/contact-parts'
import { expectShape } from '#test/support/server/contract-shape'

let bench: BenefitsBench
beforeAll(async () => {
  bench = await openBenefits('2025-01-15')
})
afterAll(() => bench.server.close())

const MISSING = 2_000_000_000
const post = (path: string, body: object, headers?: Record<string, string>) =>
  bench.caller.post(`/api/benefitledger/mass/${path}`, body, headers)

const usage = (BenefitItemId: number, SelectedIds: number[], more: object = {}) => ({
  SelectedIds,
  BenefitItemId,
  UsageQuantity: 2,
  Description: 'Gala',
  ...more,
})

const adjustment = (item: number, SelectedIds: number[], more: object = {}) => ({
  SelectedIds,
  BenefitItemId: String(item),
  AdjustmentQuantity: 3,
  AdjustmentDirection: 'Up',
  AdjustmentDescription: 'Season',
  ...more,
})

/** Two contacts with 5 and 1 pieces. */
const twoContacts = async () => {
  const item = await bench.item()
  const rich = await bench.person()
  const poor = await bench.person()
  await bench.adjust(rich, item, 5)
  await bench.adjust(poor, item, 1)
  return { item, rich, poor }
}

const run = async (path: string, body: object) => {
  const response = await post(path, body)
  expect(response.statusCode, response.body).toBe(200)
  const { JobId } = response.json()
  await bench.runMass(JobId)
  return JobId as string
}

const progress = async (id: string) => (await bench.caller.get(`/api/benefits/massoperations/${id}`)).json()
const results = async (id: string, query = '') =>
  (await bench.caller.get(`/api/benefits/massoperations/${id}/results${query}`)).json()

describe('POST /api/benefitledger/mass/load/recordusage (loadMassBenefitUsage)', () => {
  test('shows what would happen, and changes nothing', async () => {
    const { item, rich, poor } = await twoContacts()
    const response = await post('load/recordusage', usage(item, [rich, poor, MISSING]))
    expectShape('loadMassBenefitUsage', response.json())
    expect(response.json().Contacts).toMatchObject([
      { ContactId: rich, Remaining: 5, RemainingAfter: 3, GoesNegative: false, Problem: null },
      { ContactId: poor, Remaining: 1, RemainingAfter: -1, GoesNegative: true, Problem: 'Only 1 piece remains.' },
      { ContactId: MISSING, ContactName: null, GoesNegative: false, Problem: 'The contact does not exist.' },
    ])
    const [, , missing] = response.json().Contacts
    expect(missing.RemainingAfter).toBe(missing.Remaining)
    const forced = await post('load/recordusage', usage(item, [poor], { ForceSave: true }))
    expect(forced.json().Contacts).toMatchObject([{ GoesNegative: true, Problem: null }])
    expect(await bench.remaining(rich, item)).toBe(5)
    expect((await post('load/recordusage', usage(MISSING, [rich]))).statusCode).toBe(404)
  })
})

describe('POST /api/benefitledger/mass/load/adjustment (loadMassBenefitAdjustment)', () => {
  test('shows what would remain', async () => {
    const { item, rich, poor } = await twoContacts()
    const response = await post('load/adjustment', adjustment(item, [rich, poor], { AdjustmentDirection: 'Down' }))
    expectShape('loadMassBenefitAdjustment', response.json())
    expect(response.json().Contacts).toMatchObject([{ RemainingAfter: 2 }, { RemainingAfter: -2, GoesNegative: true }])
  })
})

describe('POST /api/benefitledger/mass/save/recordusage (saveMassBenefitUsage)', () => {
  test('records the usage in a job, in full or not at all for each contact', async () => {
    const { item, rich, poor } = await twoContacts()
    const id = await run('save/recordusage', usage(item, [rich, poor, MISSING, rich]))
    expect(await progress(id)).toMatchObject({
      Status: 'completed',
      Percent: 100,
      ContactCount: 3,
      SucceededCount: 1,
      FailedCount: 2,
    })
    expect(await bench.ledger(rich, item)).toEqual(['Adjusted up 5', 'Used -2'])
    expect(await bench.ledger(poor, item)).toEqual(['Adjusted up 1'])
    // The same job again writes nothing.
    await bench.runMass(id)
    expect(await bench.remaining(rich, item)).toBe(3)
  })

  test('starts one job for one Idempotency-Key', async () => {
    const { item, rich } = await twoContacts()
    const send = () => post('save/recordusage', usage(item, [rich]), { 'idempotency-key': 'gala' })
    const first = await send()
    const second = await send()
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotent-replayed']).toBe('true')
  })

  test('rejects an empty selection and an unknown benefit', async () => {
    const { item, rich } = await twoContacts()
    expect(await refusal(post('save/recordusage', usage(item, [])))).toEqual([422, '/SelectedIds'])
    expect((await post('save/recordusage', usage(MISSING, [rich]))).statusCode).toBe(404)
  })

  test('takes the id of a merged contact for its winner, once', async () => {
    const { item, rich, poor } = await twoContacts()
    await bench.merge(rich, poor)
    const preview = await post('load/recordusage', usage(item, [poor, rich]))
    expect(preview.json().Contacts).toMatchObject([{ ContactId: rich, Remaining: 6, RemainingAfter: 4 }])
    const id = await run('save/recordusage', usage(item, [poor, rich]))
    expect(await progress(id)).toMatchObject({ ContactCount: 1, SucceededCount: 1, FailedCount: 0 })
    expect(await bench.remaining(rich, item)).toBe(4)
    await run('save/adjustment', adjustment(item, [poor]))
    expect(await bench.remaining(rich, item)).toBe(7)
  })

  test('lets people of one business use the same pieces', async () => {
    const item = await bench.item()
    const kind = await bench.typeWith(await bench.package([[item, 3]]), { SystemContactTypeId: 2, CoversPeople: true })
    const business = await bench.organization()
    await bench.join(business, kind.typeId, kind.levelId)
    const people = [await bench.person(), await bench.person()]
    for (const one of people)
      await bench.caller.post(`/api/contacts/${one}/roles/0`, { OrganizationContactId: business })
    const shown = (await post('load/recordusage', usage(item, people))).json()
    expect(shown.Contacts).toMatchObject([{ Remaining: 3 }, { Remaining: 1, RemainingAfter: -1 }])
    const id = await run('save/recordusage', usage(item, people))
    expect(await progress(id)).toMatchObject({ SucceededCount: 1, FailedCount: 1 })
    expect(await bench.remaining(business, item)).toBe(1)
  })
})

describe('POST /api/benefitledger/mass/save/adjustment (saveMassBenefitAdjustment)', () => {
  test('adjusts up and down', async () => {
    const { item, rich, poor } = await twoContacts()
    const fresh = await bench.person()
    await run('save/adjustment', adjustment(item, [rich, fresh]))
    expect(await bench.ledger(fresh, item)).toEqual(['Adjusted up 3'])
    await run('save/adjustment', adjustment(item, [rich, poor], { AdjustmentDirection: 'Down' }))
    expect(await bench.ledger(rich, item)).toEqual(['Adjusted up 5', 'Adjusted up 3', 'Adjusted down -3'])
    expect(await bench.remaining(poor, item)).toBe(1)
    expect(await refusal(post('save/adjustment', adjustment(item, [rich], { AdjustmentDescription: null })))).toEqual([
      422,
      '/AdjustmentDescription',
    ])
  })
})

describe('GET /api/benefits/massoperations/{massOperationId} (getBenefitMassOperation)', () => {
  test('returns 404 for an unknown operation', async () => {
    const unknown = '4c0c8f5e-1f0b-4a53-9d0e-6f4f5f1f7a10'
    expect((await bench.caller.get(`/api/benefits/massoperations/${unknown}`)).statusCode).toBe(404)
    const { item, rich } = await twoContacts()
    const { JobId } = (await post('save/recordusage', usage(item, [rich]))).json()
    const waiting = await progress(JobId)
    expectShape('getBenefitMassOperation', waiting)
    expect(waiting).toMatchObject({ Status: 'running', Percent: 0, TransactionTypeId: 2, Quantity: -2 })
  })
})

describe('GET /api/benefits/massoperations/{massOperationId}/results (listBenefitMassResults)', () => {
  test('lists the contacts that failed', async () => {
    const { item, rich, poor } = await twoContacts()
    const id = await run('save/recordusage', usage(item, [rich, poor]))
    const all = await results(id)
    expectShape('listBenefitMassResults', all)
    expect(all.Results).toMatchObject([{ ContactId: rich, Succeeded: true, Remaining: 3 }, { ContactId: poor }])
    const failed = await results(id, '?Filter=Succeeded%20eq%20false')
    expect(failed.Results).toMatchObject([{ ContactId: poor, Problem: 'Only 1 piece remains.', Remaining: null }])
  })
})
