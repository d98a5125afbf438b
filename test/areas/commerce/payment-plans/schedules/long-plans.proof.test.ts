import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runNightly } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { runPlanDay } from '#test/support/commerce/collections'
import { addPlannedType, type PlannedType } from '#test/support/commerce/payment-plans'
import { type MembershipJson, openMemberships, type Steps } from '#test/support/people/memberships'

/** Payments in 18 months, for terms of 12. */
const PaymentPlanItems = [0, 6, 12, 18].map((MonthsAfterStart, at) => ({
  PaymentNumber: at + 1,
  MonthsAfterStart,
  Amount: 100,
}))

let steps: Steps
let planned: PlannedType
beforeAll(async () => {
  steps = await openMemberships('2026-01-15', { own: true })
  expect((await steps.caller.post('/api/paymentgateways/0', { Name: 'Cards', IsDefault: true })).statusCode).toBe(200)
  await steps.caller.post('/api/memberships/nightly', { IsOn: true })
  planned = await addPlannedType(steps, { plan: { PaymentPlanItems } })
})
afterAll(() => steps.server.close())

const night = async (day: string) => {
  steps.setDay(day)
  const context = { database: steps.server.database, clock: { now: steps.now }, log: createLogger('silent') }
  await runNightly(await systemScope(context, steps.caller.tenant.id))
}

const collectOn = async (...days: string[]) => {
  for (const day of days) {
    steps.setDay(day)
    await runPlanDay(steps)
  }
}

const join = async (PaymentToken: string | null): Promise<MembershipJson> => {
  steps.setDay('2026-01-15')
  const joined = await planned.join()
  if (PaymentToken === null) return joined
  const saved = await steps.caller.post(`/api/memberships/${joined.MembershipId}/paymentmethod`, { PaymentToken })
  expect(saved.statusCode, saved.body).toBe(200)
  return joined
}

/** The attempts of all parts as [day of the attempt, amount, status]. */
const attemptsOf = async ({ MembershipId }: MembershipJson) => {
  const { Parts } = (await steps.caller.get(`/api/memberships/${MembershipId}/schedule`)).json()
  const all: { AttemptDate: string; Amount: number; Status: string }[] = Parts.flatMap(
    ({ Attempts }: { Attempts: object[] }) => Attempts,
  )
  return all.map(({ AttemptDate, Amount, Status }) => `${AttemptDate} ${Amount} ${Status}`).sort()
}

const balancesOf = async ({ MembershipId }: MembershipJson) =>
  (await steps.get(MembershipId)).Invoices.map(({ Balance }) => Balance).sort((a, b) => a - b)

describe('a membership with a plan that is longer than its term', () => {
  test('renews while parts of the last term are open, and collects the parts of both terms', async () => {
    const joined = await join('tok_visa')
    await collectOn('2026-01-15', '2026-07-15')
    steps.setDay('2026-12-20')
    await steps.take(joined.MembershipId, 'renew')
    expect(await balancesOf(joined)).toEqual([200, 400])
    await collectOn('2027-01-15', '2027-01-16', '2027-07-15', '2027-07-16')
    expect(await attemptsOf(joined)).toEqual([
      ...['2026-01-15 100 succeeded', '2026-07-15 100 succeeded'],
      ...['2027-01-15 100 succeeded', '2027-01-15 100 succeeded'],
      ...['2027-07-15 100 succeeded', '2027-07-15 100 succeeded'],
    ])
    expect(await balancesOf(joined)).toEqual([0, 200])
    await night('2027-07-16')
    expect(await steps.get(joined.MembershipId)).toMatchObject({ Status: 'Active', ExpirationDate: '2028-01-14' })
  })

  test('is dropped after the grace of a part of the last term, although the renewal is paid', async () => {
    const joined = await join(null)
    const id = joined.MembershipId
    await steps.take(id, 'pay', { PaymentTypeId: 1, Amount: 200 })
    steps.setDay('2026-12-20')
    const renewal = (await steps.take(id, 'renew', { PaymentPlanId: null })).Terms.at(-1)?.InvoiceId
    await steps.take(id, 'pay', { PaymentTypeId: 1, InvoiceId: renewal })
    await night('2027-01-15')
    expect((await steps.get(id)).Status).toBe('Active')
    await night('2027-01-16')
    expect((await steps.get(id)).Status).toBe('Grace')
    await night('2027-01-26')
    expect(await steps.get(id)).toMatchObject({ Status: 'Dropped', Balance: 200 })
  })

  test('is dropped after its term without a renewal, and the later parts stay open and are not collected', async () => {
    const joined = await join('tok_visa')
    await collectOn('2026-01-15', '2026-07-15')
    await night('2027-01-25')
    expect((await steps.get(joined.MembershipId)).Status).toBe('Dropped')
    await collectOn('2027-01-25', '2027-07-15')
    expect(await attemptsOf(joined)).toEqual(['2026-01-15 100 succeeded', '2026-07-15 100 succeeded'])
    expect(await balancesOf(joined)).toEqual([200])
  })
})
