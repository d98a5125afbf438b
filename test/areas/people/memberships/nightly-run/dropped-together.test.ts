import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runNightly } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { runSingle } from '#areas/people/memberships/nightly-run/nightly-run.service'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { addPlannedType } from '#test/support/commerce/payment-plans'
import { countQueries } from '#test/support/database/count-queries'
import { type Ending, stateOfEnding } from '#test/support/people/ended-memberships'
import { openMemberships, type Steps } from '#test/support/people/memberships'

let steps: Steps
beforeAll(async () => {
  steps = await openMemberships('2025-01-01', { own: true })
  expect((await steps.caller.post('/api/memberships/nightly', { IsOn: true })).statusCode).toBe(200)
})
afterAll(() => steps.server.close())

const reset = async () => {
  steps.setDay(JOINED)
  await steps.server.database.system.membership.updateMany({ data: { nextDay: null, status: 'Cancelled' } })
  await steps.server.database.system.membershipNightlyRun.deleteMany({})
}
beforeEach(reset)

const scope = () =>
  systemScope(
    { database: steps.server.database, clock: { now: steps.now }, log: createLogger('silent') },
    steps.caller.tenant.id,
  )
const night = async (day: string): Promise<void> => {
  steps.setDay(day)
  await runNightly(await scope())
}

const JOINED = '2025-01-01'
/** The renewal is invoiced on 2025-12-21; without a payment it is dropped on 2026-02-20. */
const RENEWING = { TermMonths: 12, RenewalInvoiceDays: 10, DueDays: 60, GraceDays: 5 }
const RENEWAL_DAYS = ['2025-12-21', '2025-12-28', '2026-01-02', '2026-02-19']
const DROP_DAY = '2026-02-20'

type Join = () => Promise<Ending>

const joinRenewing = async (person = steps.person): Promise<Join> => {
  const typeId = await steps.type(RENEWING)
  const levelId = await steps.level(typeId)
  return async () => {
    const contactId = await person()
    const { MembershipId } = await steps.join(contactId, typeId, levelId)
    await steps.take(MembershipId, 'pay', { PaymentTypeId: 1 })
    return { id: MembershipId, contactId }
  }
}

/** A more expensive level waits for its payment, too. */
const joinChanging = async (): Promise<Join> => {
  const typeId = await steps.type(RENEWING)
  const [levelId, gold] = [await steps.level(typeId), await steps.level(typeId, { Price: 240 })]
  return async () => {
    const contactId = await steps.person()
    const { MembershipId: id } = await steps.join(contactId, typeId, levelId)
    await steps.take(id, 'pay', { PaymentTypeId: 1 })
    await steps.take(id, 'changelevel', { LevelId: gold, AtOnce: true })
    return { id, contactId }
  }
}

/** The employer is billed. */
const joinBilledToFirm = (): Promise<Join> =>
  joinRenewing(async () => {
    const OrganizationsAndRoles = [{ OrganizationContactId: await steps.organization() }]
    const person = { FirstName: 'Ada', LastName: 'Agent', forceSave: true, OrganizationsAndRoles }
    const { ContactId } = (await steps.caller.post('/api/contacts/person/0', person)).json()
    const billing = { BillWithParent: true }
    expect((await steps.caller.post(`/api/finance/contacts/${ContactId}/billing`, billing)).statusCode).toBe(200)
    return ContactId
  })

/** A part of the payment plan is overdue: the drop ends the paid term. */
const joinInParts = async (): Promise<Join> => {
  const planned = await addPlannedType(steps)
  return async () => {
    const { MembershipId: id, ContactId: contactId } = await planned.join()
    await steps.take(id, 'pay', { PaymentTypeId: 1, Amount: 100 })
    return { id, contactId }
  }
}

const runDays = async (days: readonly string[]): Promise<void> => {
  for (const day of days) await night(day)
}

describe('drops that void an invoice or end a term', () => {
  test.each([
    ['void an unpaid renewal', joinRenewing, RENEWAL_DAYS, DROP_DAY],
    ['void a renewal and a change of the level', joinChanging, RENEWAL_DAYS, DROP_DAY],
    ['void an invoice that bills another contact', joinBilledToFirm, RENEWAL_DAYS, DROP_DAY],
    ['end a term whose payment plan is overdue', joinInParts, ['2025-04-02', '2025-04-11'], '2025-04-12'],
  ])('%s: together as one by one', async (_, kind, days, dropDay) => {
    const join = await kind()
    const [first, second, third] = [await join(), await join(), await join()]
    await runDays(days)
    // The run of the day does not see the third one, which is left for a drop of its own.
    const { membership } = steps.server.database.system
    const where = { id: third.id }
    const { nextDay, status } = await membership.findFirstOrThrow({ where })
    await membership.updateMany({ where, data: { nextDay: null, status: 'Lapsed' } })
    await night(dropDay)
    await membership.updateMany({ where, data: { nextDay, status } })
    await runSingle(await scope(), { today: dropDay, isOn: true }, third.id)
    const alone = await stateOfEnding(steps, third)
    expect(alone.membership.Status).toBe('Dropped')
    expect(await stateOfEnding(steps, first)).toEqual(alone)
    expect(await stateOfEnding(steps, second)).toEqual(alone)
  })

  test('take the same number of statements for any number of memberships', async () => {
    const statements = async (memberships: number) => {
      await reset()
      const join = await joinRenewing()
      for (let made = 0; made < memberships; made++) await join()
      await runDays(RENEWAL_DAYS)
      const { queries, systemQueries } = await countQueries(steps.server.database, () => night(DROP_DAY))
      const { LastRun } = (await steps.caller.get('/api/memberships/nightly')).json()
      return { dropped: LastRun.DroppedCount, statements: queries.length + systemQueries.length }
    }
    const few = await statements(2)
    expect(few.dropped).toBe(2)
    expect(await statements(9)).toEqual({ dropped: 9, statements: few.statements })
  })

  test('leave an invoice with a payment to a single step, and do the others together', async () => {
    const join = await joinRenewing()
    const [paid, open] = [await join(), await join()]
    await runDays(RENEWAL_DAYS)
    await steps.take(paid.id, 'pay', { PaymentTypeId: 1, Amount: 20 })
    await night(DROP_DAY)
    for (const { id } of [paid, open]) {
      const { Status, Balance, Invoices } = await steps.get(id)
      expect([Status, Balance, Invoices.at(-1)?.IsVoided]).toEqual(['Dropped', 0, true])
    }
  })

  test('are refused one by one while the books are closed', async () => {
    const { id } = await (await joinRenewing())()
    await runDays(RENEWAL_DAYS)
    const { system } = steps.server.database
    const where = { tenantId: steps.caller.tenant.id }
    await system.closedPeriod.updateMany({ where, data: { closedThrough: new Date('2026-12-31') } })
    await night(DROP_DAY)
    await system.closedPeriod.updateMany({ where, data: { closedThrough: null } })
    const { LastRun } = (await steps.caller.get('/api/memberships/nightly')).json()
    expect([LastRun.RefusedCount, LastRun.DroppedCount]).toEqual([1, 0])
    expect((await steps.get(id)).Status).toBe('Lapsed')
  })
})
