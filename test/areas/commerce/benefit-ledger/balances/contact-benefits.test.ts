import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BenefitsBench, openBenefits } from '#test/support/commerce/benefits'
import { expectShape } from '#test/support/server/contract-shape'

let bench: BenefitsBench
beforeAll(async () => {
  bench = await openBenefits('2025-01-15')
})
afterAll(() => bench.server.close())

const list = async (filter: string) =>
  (await bench.caller.get(`/api/benefits/contactbenefits?Filter=${encodeURIComponent(filter)}`)).json()

describe('GET /api/benefits/contactbenefits (listContactBenefits)', () => {
  test('lists what a contact has, and the contacts below 0', async () => {
    const item = await bench.item()
    const { typeId, levelId } = await bench.typeWith(await bench.package([[item, 10]]), { GraceDays: 0 })
    const contact = await bench.person('Lister')
    const debtor = await bench.person()
    await bench.join(contact, typeId, levelId)
    await bench.use(contact, item, 1)
    await bench.use(debtor, item, 1, { ForceSave: true })
    const mine = await list(`ContactId eq ${contact}`)
    expectShape('listContactBenefits', mine)
    expect(mine.Results).toMatchObject([{ Used: 1, Remaining: 9, ExpiresOn: '2026-01-14', AuditId: 2 }])
    const below = await list('Remaining lt 0')
    expect(below.Results).toMatchObject([{ ContactId: debtor, States: ['Negative', 'Expired'] }])
  })
})

describe('GET /api/benefits/contactbenefits/{contactBenefitId} (getContactBenefit)', () => {
  test('returns the benefit with its version, history and events', async () => {
    const contact = await bench.person()
    const item = await bench.item()
    await bench.adjust(contact, item, 5)
    await bench.use(contact, item, 2)
    const id = (await list(`ContactId eq ${contact}`)).Results[0].ContactBenefitId
    const response = await bench.caller.get(`/api/benefits/contactbenefits/${id}`)
    expectShape('getContactBenefit', response.json())
    expect([response.headers.etag, response.json().Remaining]).toEqual(['"2"', 3])
    const where = { tenantId: bench.caller.tenant.id, entity: 'contactbenefit', entityId: id }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, auditId }) => [kind, auditId])).toEqual([
      ['contactbenefit.adjusted', 1],
      ['contactbenefit.used', 2],
    ])
    expect(events[1]?.payload).toMatchObject({ contactId: contact, quantity: -2, remaining: 3 })
  })

  test('a merge moves the ledger of the loser to the winner', async () => {
    const winner = await bench.person()
    const loser = await bench.person()
    const item = await bench.item()
    await bench.adjust(winner, item, 5)
    await bench.adjust(loser, item, 3)
    await bench.use(loser, item, 1)
    await bench.merge(winner, loser)
    expect((await list(`ContactId eq ${winner}`)).Results).toMatchObject([{ Remaining: 7 }])
    expect(await bench.ledger(winner, item)).toEqual(['Adjusted up 5', 'Adjusted up 3', 'Used -1'])
    expect((await bench.use(loser, item, 7)).json()).toMatchObject({ Remaining: 0 })
    expect((await bench.use(winner, item, 1)).statusCode).toBe(422)
  })
})
