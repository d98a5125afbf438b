import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runNightly } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { addPlannedType } from '#test/support/commerce/payment-plans'
import { openMemberships, type Steps } from '#test/support/people/memberships'

let steps: Steps
beforeAll(async () => {
  steps = await openMemberships('2026-01-15')
})
afterAll(() => steps.server.close())

const night = async (day: string) => {
  steps.setDay(day)
  const context = { database: steps.server.database, clock: { now: steps.now }, log: createLogger('silent') }
  await runNightly(await systemScope(context, steps.caller.tenant.id))
}

const effectsOf = async (id: number) => {
  const preview = (await steps.caller.get('/api/memberships/nightly/dryrun')).json()
  return preview.Results.filter(({ MembershipId }: { MembershipId: number }) => MembershipId === id).map(
    ({ Effect, Reason }: { Effect: string; Reason: string }) => `${Effect}: ${Reason}`,
  )
}

describe('the nightly run of a membership with a payment plan', () => {
  test('drops it after the grace of its oldest overdue part, in the middle of its term', async () => {
    steps.setDay('2026-01-15')
    await steps.caller.post('/api/memberships/nightly', { IsOn: true })
    const joined = await (await addPlannedType(steps)).join()
    const id = joined.MembershipId
    await steps.take(id, 'pay', { PaymentTypeId: 1, Amount: 130 })
    const statusAfter = async (day: string) => {
      await night(day)
      return (await steps.get(id)).Status
    }
    expect(await statusAfter('2026-04-15')).toBe('Active')
    steps.setDay('2026-04-16')
    expect(await effectsOf(id)).toEqual(['graced: A part was due on 2026-04-15; grace begins.'])
    expect(await statusAfter('2026-04-16')).toBe('Grace')
    expect(await statusAfter('2026-04-25')).toBe('Grace')
    steps.setDay('2026-04-26')
    expect(await effectsOf(id)).toContain('dropped: A part was due on 2026-04-15 and grace is over.')
    expect(await statusAfter('2026-04-26')).toBe('Dropped')
    const dropped = await steps.get(id)
    expect(dropped).toMatchObject({ Balance: 270, Terms: [{ EndDate: '2027-01-14', EndedDate: '2026-04-25' }] })
    expect((await steps.eventsOf(joined)).map(([kind]) => kind)).toEqual(['joined', 'paid', 'graced', 'dropped'])
  })

  test('keeps it while its parts are paid in time, and drops it like any other after its term', async () => {
    steps.setDay('2026-01-15')
    const { MembershipId: id } = await (await addPlannedType(steps)).join()
    for (const day of ['2026-01-15', '2026-04-15', '2026-07-20', '2026-10-15']) {
      await night(day)
      await steps.take(id, 'pay', { PaymentTypeId: 1, Amount: 100 })
    }
    await night('2027-01-14')
    expect((await steps.get(id)).Status).toBe('Active')
    await night('2027-01-25')
    expect((await steps.get(id)).Status).toBe('Dropped')
  })

  test('keeps a renewal that waits for its first part until the due date of that part', async () => {
    steps.setDay('2026-01-15')
    const planned = await addPlannedType(steps, { type: { GraceDays: 0 } })
    const { MembershipId: id } = await planned.join()
    await steps.take(id, 'pay', { PaymentTypeId: 1 })
    steps.setDay('2026-12-20')
    await steps.take(id, 'renew')
    await night('2027-01-15')
    expect((await steps.get(id)).Status).toBe('Lapsed')
    await night('2027-01-16')
    expect((await steps.get(id)).Status).toBe('Dropped')
  })
})
