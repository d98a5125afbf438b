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

describe('POST /api/benefitledger/manualusage (recordBenefitUsage)', () => {
  test('writes a transaction, and returns what remains', async () => {
    const contact = await bench.person()
    const item = await bench.item()
    await bench.adjust(contact, item, 5)
    const response = await bench.use(contact, item, 2, { UsageDate: '2025-01-15', Description: ' Gala ' })
    expect(response.statusCode, response.body).toBe(200)
    expectShape('recordBenefitUsage', response.json())
    expect(response.json()).toMatchObject({ BenefitItemId: item, Used: 2, Remaining: 3, States: [] })
    expect(response.json().Actions).toEqual(['viewEntries', 'recordUsage', 'adjust'])
    const { Transactions } = await bench.entries(contact, item)
    expect(Transactions[0]).toMatchObject({ TransactionType: 'Used', Quantity: -2, Remaining: 3, Description: 'Gala' })
    const last = await bench.use(contact, item, 3)
    expect(last.json()).toMatchObject({ Used: 5, Remaining: 0, States: ['UsedUp'], Actions: ['viewEntries', 'adjust'] })
  })

  test('rejects more than remains unless it is forced', async () => {
    const contact = await bench.person()
    const item = await bench.item()
    await bench.adjust(contact, item, 1)
    const response = await bench.use(contact, item, 2)
    expect([response.statusCode, response.json().code]).toEqual([422, 'benefit-used-up'])
    expect(response.json().detail).toBe('Only 1 piece remains.')
    expect(await bench.ledger(contact, item)).toEqual(['Adjusted up 1'])
    const forced = await bench.use(contact, item, 3, { ForceSave: true })
    expect(forced.json()).toMatchObject({ Remaining: -2, States: ['Negative'] })
    // What comes later first covers what was used before it.
    await bench.adjust(contact, item, 3)
    expect((await bench.use(contact, item, 2)).statusCode).toBe(422)
    expect((await bench.use(contact, item, 1)).json()).toMatchObject({ Remaining: 0 })
  })

  test('rejects days that are not possible, and unknown contacts and benefits', async () => {
    const contact = await bench.person()
    const item = await bench.item()
    await bench.adjust(contact, item, 5)
    expect(await refusal(bench.use(contact, item, 1, { UsageDate: '2025-01-16' }))).toEqual([422, '/UsageDate'])
    expect(await refusal(bench.use(contact, item, 1, { UsageDate: '2025-01-14' }))).toEqual([422, '/UsageDate'])
    expect(await refusal(bench.use(contact, item, 0))).toEqual([400, '/UsageQuantity'])
    expect((await bench.use(MISSING, item, 1)).statusCode).toBe(404)
    expect((await bench.use(contact, MISSING, 1)).statusCode).toBe(404)
    expect(await bench.ledger(contact, item)).toEqual(['Adjusted up 5'])
  })

  test('lets two requests not use the last piece together', async () => {
    const contact = await bench.person()
    const item = await bench.item()
    await bench.adjust(contact, item, 1)
    const responses = await Promise.all(Array.from({ length: 5 }, () => bench.use(contact, item, 1)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422])
    expect(await bench.remaining(contact, item)).toBe(0)
  })

  test('uses the benefit of the business that covers a person', async () => {
    const item = await bench.item()
    const pack = await bench.package([[item, 10]])
    const { typeId, levelId } = await bench.typeWith(pack, { SystemContactTypeId: 2, CoversPeople: true })
    const business = await bench.organization()
    const person = await bench.person()
    const role = await bench.caller.post(`/api/contacts/${person}/roles/0`, { OrganizationContactId: business })
    expect(role.statusCode, role.body).toBe(200)
    await bench.join(business, typeId, levelId)
    expect((await bench.use(person, item, 4)).json()).toMatchObject({ Remaining: 6 })
    expect(await bench.entries(person, item)).toMatchObject({ ContactId: business })
    expect(await bench.ledger(business, item)).toEqual(['Granted 10', 'Used -4'])
    const screen = (await bench.caller.get(`/api/benefitledger/contact/${person}/adjustment`)).json()
    expect(screen).toMatchObject({ ActiveMembershipCount: 1, BenefitItems: [{ BenefitItemId: item, Remaining: 6 }] })
  })
})

describe('GET /api/benefitledger/contact/{contactid}/adjustment (getBenefitAdjustment)', () => {
  test('lists what the contact has, in the form that the save accepts', async () => {
    const contact = await bench.person()
    const item = await bench.item()
    const url = `/api/benefitledger/contact/${contact}/adjustment`
    expect((await bench.caller.get(url)).json()).toMatchObject({ BenefitItems: [], MembershipId: 0 })
    const { typeId, levelId } = await bench.typeWith(await bench.package([[item, 10]]))
    const { MembershipId } = await bench.join(contact, typeId, levelId)
    await bench.use(contact, item, 3)
    const screen = (await bench.caller.get(url)).json()
    expectShape('getBenefitAdjustment', screen)
    expect(screen).toMatchObject({ ContactId: contact, ActiveMembershipCount: 1, MembershipId })
    expect(screen.BenefitItems).toMatchObject([{ Granted: 10, Used: 3, Remaining: 7, AdjustmentQuantity: 0 }])
    screen.BenefitItems[0].AdjustmentQuantity = 2
    const saved = await bench.caller.post('/api/benefitledger/contact/adjustment', {
      ...screen,
      AdjustmentDescription: 'Compensation',
    })
    expect(saved.statusCode, saved.body).toBe(200)
    expect(await bench.ledger(contact, item)).toEqual(['Granted 10', 'Used -3', 'Adjusted up 2'])
    const { Transactions } = await bench.entries(contact, item)
    expect(Transactions[0]).toMatchObject({ MembershipId: String(MembershipId), Description: 'Compensation' })
    expect((await bench.caller.get(`/api/benefitledger/contact/${MISSING}/adjustment`)).statusCode).toBe(404)
  })
})

describe('POST /api/benefitledger/contact/adjustment (saveBenefitAdjustment)', () => {
  test('writes all rows or none', async () => {
    const contact = await bench.person()
    const one = await bench.item()
    const two = await bench.item()
    const rows = (first: number, second: number) => ({
      BenefitItems: [
        { BenefitItemId: one, AdjustmentQuantity: first },
        { BenefitItemId: two, AdjustmentQuantity: second },
      ],
    })
    const refused = await bench.adjust(contact, one, 0, rows(5, -1))
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'benefit-used-up'])
    expect(refused.json().errors[0].pointer).toBe('/BenefitItems/1')
    expect(await bench.ledger(contact, one)).toEqual([])
    expect((await bench.adjust(contact, one, 0, { ...rows(5, -1), ForceSave: true })).statusCode).toBe(200)
    expect(await bench.ledger(contact, one)).toEqual(['Adjusted up 5'])
    expect(await bench.ledger(contact, two)).toEqual(['Adjusted down -1'])
  })

  test('rejects adjustments without effect, reason, contact, benefit or choice of a membership', async () => {
    const contact = await bench.person()
    const item = await bench.item()
    expect(await refusal(bench.adjust(contact, item, 0))).toEqual([422, '/BenefitItems'])
    expect(await refusal(bench.adjust(contact, item, 1, { AdjustmentDescription: ' ' }))).toEqual([
      422,
      '/AdjustmentDescription',
    ])
    expect(await refusal(bench.adjust(contact, MISSING, 1))).toEqual([422, '/BenefitItems/0/BenefitItemId'])
    expect(await refusal(bench.adjust(contact, item, 1, { MembershipId: MISSING }))).toEqual([422, '/MembershipId'])
    expect((await bench.adjust(MISSING, item, 1)).statusCode).toBe(404)
    const row = { BenefitItemId: item, AdjustmentQuantity: 1 }
    expect(await refusal(bench.adjust(contact, item, 1, { BenefitItems: [row, row] }))).toEqual([
      400,
      '/BenefitItems/1/BenefitItemId',
    ])
    const kinds = [await bench.typeWith(null), await bench.typeWith(null)]
    for (const { typeId, levelId } of kinds) await bench.join(contact, typeId, levelId)
    expect(await refusal(bench.adjust(contact, item, 1))).toEqual([422, '/MembershipId'])
  })
})

describe('GET /api/benefitledger/contact/{contactid}/{benefititemid}/entries (getBenefitEntries)', () => {
  test('lists the transactions, the latest first', async () => {
    const contact = await bench.person()
    const item = await bench.item('Tickets')
    await bench.adjust(contact, item, 5)
    await bench.use(contact, item, 2)
    const found = await bench.entries(contact, item)
    expectShape('getBenefitEntries', found)
    expect(found).toMatchObject({ ContactId: contact, BenefitItemId: item, BenefitName: 'Tickets' })
    expect(found.Transactions.map(({ Quantity, Remaining }) => [Quantity, Remaining])).toEqual([
      [-2, 3],
      [5, 5],
    ])
    expect((await bench.caller.get(`/api/benefitledger/contact/${MISSING}/${item}/entries`)).statusCode).toBe(404)
    expect((await bench.caller.get(`/api/benefitledger/contact/${contact}/${MISSING}/entries`)).statusCode).toBe(404)
  })
})

describe('GET /api/benefitledger/lookup/transactiontypes/{defaulttransactiontype} (lookupBenefitTransactionTypes)', () => {
  test('selects the type by its number or name', async () => {
    const selected = async (type: string) => {
      const types = (await bench.caller.get(`/api/benefitledger/lookup/transactiontypes/${type}`)).json()
      expect(types).toHaveLength(6)
      return types.filter((one: { IsSelected: boolean }) => one.IsSelected).map(({ Name }: { Name: string }) => Name)
    }
    expect(await selected('2')).toEqual(['Used'])
    expect(await selected('adjusted%20up')).toEqual(['Adjusted up'])
    expect(await selected('none')).toEqual([])
  })
})
