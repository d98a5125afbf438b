import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runNightly } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { failuresIn } from '#test/support/integration/failures'
import { openMemberships, type Steps } from '#test/support/people/memberships'

let steps: Steps
beforeAll(async () => {
  steps = await openMemberships('2025-01-01')
})
afterAll(() => steps.server.close())

describe('GET /api/memberships/nightly (getMembershipNightly)', () => {
  test('counts a membership that a rule keeps from renewal, and the log of the tenant contains the reason', async () => {
    const seats = { ObjectTypeId: '4', Name: 'Seats', DisplayName: 'Seats', CustomFieldDataTypeId: '3' }
    const field = await steps.caller.post('/api/customfields/0', seats)
    expect(field.statusCode, field.body).toBe(200)
    const typeId = await steps.type({ TermMonths: 12, GraceDays: 30, DueDays: 30, RenewalInvoiceDays: 30 })
    const levelId = await steps.level(typeId)
    const { MembershipId } = await steps.join(await steps.person(), typeId, levelId)
    await steps.take(MembershipId, 'pay', { PaymentTypeId: 1 })
    const { database } = steps.server
    const tenantId = steps.caller.tenant.id
    const priced = { unitFieldId: Number(field.json().CustomFieldId), unitSize: 1 }
    await database.system.membershipLevel.updateMany({ where: { tenantId, id: levelId }, data: priced })
    await steps.caller.post('/api/memberships/nightly', { IsOn: true })
    steps.setDay('2025-12-20')
    const clock = { now: steps.now }
    await runNightly(await systemScope({ database, clock, log: createLogger('silent') }, tenantId))
    const { LastRun } = (await steps.caller.get('/api/memberships/nightly')).json()
    expect(LastRun).toMatchObject({ InvoicedCount: 0, RefusedCount: 1 })
    const of = `membership ${MembershipId}`
    const failures = await failuresIn(steps.server, tenantId, clock)
    expect(failures).toMatchObject([{ kind: 'membershipRefused', level: 4, type: 'Membership', of }])
    expect(failures[0]?.message).toContain('depends on a custom field that has no value.')
  })
})
