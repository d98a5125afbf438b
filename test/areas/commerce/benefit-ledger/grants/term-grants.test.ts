import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantToLevel } from '#areas/people/memberships/benefits/level-grants.job'
import { type BenefitsBench, openBenefits } from '#test/support/commerce/benefits'

let bench: BenefitsBench
beforeAll(async () => {
  bench = await openBenefits('2025-01-15')
})
afterAll(() => bench.server.close())

/** A member of a level that grants 10 pieces per term, on a day. */
const member = async (day = '2025-01-15', type: object = { GraceDays: 30 }) => {
  bench.setDay(day)
  const item = await bench.item()
  const kind = await bench.typeWith(await bench.package([[item, 10]]), type)
  const contact = await bench.person()
  const membership = await bench.join(contact, kind.typeId, kind.levelId)
  const ledger = () => bench.ledger(contact, item)
  return { item, contact, ...kind, id: membership.MembershipId, membership, ledger }
}

describe('grants of the terms of memberships', () => {
  test('a paid term grants the package of its level once', async () => {
    bench.setDay('2025-01-15')
    const item = await bench.item()
    const { typeId, levelId } = await bench.typeWith(await bench.package([[item, 10]]), {}, { Price: 120 })
    const contact = await bench.person()
    const { MembershipId } = await bench.join(contact, typeId, levelId)
    expect(await bench.ledger(contact, item)).toEqual([])
    await bench.take(MembershipId, 'pay', { PaymentTypeId: 2 })
    expect(await bench.ledger(contact, item)).toEqual(['Granted 10'])
    await bench.wake(MembershipId)
    await bench.runDay()
    expect(await bench.ledger(contact, item)).toEqual(['Granted 10'])
    const { Transactions } = await bench.entries(contact, item)
    expect(Transactions[0]).toMatchObject({ MembershipId: String(MembershipId), EffectiveDate: '2025-01-15' })
  })

  test('a renewal grants on the first day of its term, and the rest of the old term expires then', async () => {
    const { contact, item, id, ledger } = await member()
    await bench.use(contact, item, 4)
    bench.setDay('2025-12-20')
    await bench.take(id, 'renew')
    expect(await ledger()).toEqual(['Granted 10', 'Used -4'])
    bench.setDay('2026-01-15')
    await bench.runDay()
    expect(await ledger()).toEqual(['Granted 10', 'Used -4', 'Expired -6', 'Granted 10'])
    await bench.runDay()
    expect(await bench.remaining(contact, item)).toBe(10)
  })

  test('without a renewal the benefits can be used in grace, and expire after it', async () => {
    const { contact, item, ledger } = await member()
    bench.setDay('2026-02-13')
    await bench.runDay()
    expect((await bench.use(contact, item, 1)).json()).toMatchObject({ Remaining: 9, States: ['ExpiresSoon'] })
    bench.setDay('2026-02-14')
    // A usage does not wait for the daily work.
    expect((await bench.use(contact, item, 1)).statusCode).toBe(422)
    await bench.runDay()
    expect(await ledger()).toEqual(['Granted 10', 'Used -1', 'Expired -9'])
  })

  test('a cancelled membership loses what is unused, and gets it back if it continues', async () => {
    const { contact, item, id, ledger } = await member()
    await bench.use(contact, item, 4)
    bench.setDay('2025-03-01')
    await bench.take(id, 'cancel')
    expect(await ledger()).toEqual(['Granted 10', 'Used -4', 'Expired -6'])
    await bench.take(id, 'reinstate', { ContinueFromExpiry: true })
    expect(await ledger()).toEqual(['Granted 10', 'Used -4', 'Expired -6', 'Reversed 6'])
    const { Transactions } = await bench.entries(contact, item)
    expect(Transactions[0]?.ReversedTransactionId).toBe(String(Transactions[1]?.BenefitTransactionId))
    expect((await bench.use(contact, item, 6)).json()).toMatchObject({ Remaining: 0 })
  })

  test('a suspended membership keeps its benefits, which cannot be used', async () => {
    const { contact, item, id, ledger } = await member()
    await bench.take(id, 'suspend')
    const refused = await bench.use(contact, item, 1)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'benefit-used-up'])
    await bench.adjust(contact, item, 2, { MembershipId: 0 })
    const used = await bench.use(contact, item, 2)
    expect(used.json()).toMatchObject({ Remaining: 10, States: ['Suspended'] })
    await bench.take(id, 'resume', { ExtendTerm: false })
    expect((await bench.use(contact, item, 10)).json()).toMatchObject({ Remaining: 0 })
    expect(await ledger()).toEqual(['Granted 10', 'Adjusted up 2', 'Used -2', 'Used -10'])
  })

  test('another level replaces the pieces that are not used', async () => {
    const { contact, item, typeId, id, ledger } = await member()
    const tickets = await bench.item()
    await bench.use(contact, item, 4)
    const more = await bench.level(typeId, {
      Price: 0,
      BenefitPackageId: await bench.package([
        [item, 25],
        [tickets, 2],
      ]),
    })
    await bench.take(id, 'changelevel', { LevelId: more, AtOnce: true })
    expect(await ledger()).toEqual(['Granted 10', 'Used -4', 'Granted 15'])
    expect(await bench.ledger(contact, tickets)).toEqual(['Granted 2'])
    const less = await bench.level(typeId, { Price: 0, BenefitPackageId: await bench.package([[item, 3]]) })
    await bench.take(id, 'changelevel', { LevelId: less, AtOnce: true })
    expect(await ledger()).toEqual(['Granted 10', 'Used -4', 'Granted 15', 'Reversed -21'])
    expect(await bench.ledger(contact, tickets)).toEqual(['Granted 2', 'Reversed -2'])
  })

  test('a package that a level gets later is granted to its current terms by a job, and changes nothing again', async () => {
    bench.setDay('2025-01-15')
    const { typeId, levelId } = await bench.typeWith(null)
    const contact = await bench.person()
    await bench.join(contact, typeId, levelId)
    const item = await bench.item()
    const url = `/api/membershiptypes/${typeId}/levels/${levelId}`
    const BenefitPackageId = await bench.package([[item, 10]])
    const saved = await bench.caller.post(url, { AuditId: 1, BenefitPackageId })
    expect(saved.json()).toMatchObject({ BenefitPackageId })
    for (const _ of [1, 2]) await bench.runTask(grantToLevel, { levelId })
    expect(await bench.ledger(contact, item)).toEqual(['Granted 10'])
    await bench.caller.post(url, { AuditId: 2, BenefitPackageId: null })
    await bench.runTask(grantToLevel, { levelId })
    expect(await bench.ledger(contact, item)).toEqual(['Granted 10'])
  })

  test('pieces that staff adds to a membership expire with its term, others stay', async () => {
    const { contact, item, id, ledger } = await member()
    const other = await bench.item()
    await bench.adjust(contact, item, 5, { MembershipId: id })
    await bench.take(id, 'cancel')
    await bench.adjust(contact, other, 5)
    bench.setDay('2026-06-01')
    await bench.runDay()
    expect(await ledger()).toEqual(['Granted 10', 'Adjusted up 5', 'Expired -15'])
    expect(await bench.remaining(contact, other)).toBe(5)
  })
})
