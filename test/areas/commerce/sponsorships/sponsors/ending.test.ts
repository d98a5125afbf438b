import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faults, openSponsors, type SponsorsBench } from '#test/support/commerce/sponsors'

let bench: SponsorsBench
beforeAll(async () => {
  bench = await openSponsors('2025-01-15')
})
beforeEach(() => bench.setDay('2025-01-15'))
afterAll(() => bench.server.close())

describe('the daily work of sponsors', () => {
  test('ends a sponsor once, on the day after its last one', async () => {
    const { typeId, itemId } = await bench.typeWithBenefit({ MaxQuantity: 1 })
    const made = await bench.sponsor(typeId, { Status: 'Approved', EndDate: '2025-01-31' })
    bench.setDay('2025-01-31')
    await bench.endDay()
    expect(await bench.read(made.SponsorId)).toMatchObject({ Status: 'Approved' })
    bench.setDay('2025-02-01')
    const next = await bench.sponsor(typeId)
    expect(next.Actions).toContain('approve')
    for (const _ of [1, 2]) await bench.endDay()
    await bench.runDay()
    const ended = await bench.row(made.SponsorId)
    expect(ended).toMatchObject({ Status: 'Ended', AuditId: 3, Actions: ['view', 'edit'] })
    expect(await bench.kinds(made.SponsorId)).toEqual(['sponsor.created', 'sponsor.approved', 'sponsor.ended'])
    expect(await bench.ledger(made.ContactId as number, itemId)).toEqual(['Granted 10', 'Expired -10'])
    expect(await faults(bench.save(made.SponsorId, { AuditId: 3, Status: 'Declined' }))).toEqual([422, '/Status'])
  })
})

test('a merge moves the sponsors of a contact, and their next changes', async () => {
  const { typeId, itemId } = await bench.typeWithBenefit()
  const made = await bench.sponsor(typeId, { Status: 'Approved' })
  const winner = await bench.organization()
  const merged = await bench.caller.post('/api/contacts/merge', {
    WinnerContactId: winner,
    WinnerAuditId: await bench.version(winner),
    LoserContactId: made.ContactId,
    LoserAuditId: await bench.version(made.ContactId),
  })
  expect(merged.statusCode, merged.body).toBe(200)
  expect(await bench.read(made.SponsorId)).toMatchObject({ ContactId: winner, Status: 'Approved' })
  await bench.change(made.SponsorId, { Status: 'Declined' })
  expect([await bench.balanceOf(winner), await bench.remaining(winner, itemId)]).toEqual([0, 0])
})
