import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { presentPreview } from '#areas/people/memberships/nightly-run/nightly-run.presenter'
import { openMemberships, type Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'

let steps: Steps
beforeAll(async () => {
  steps = await openMemberships('2025-01-01', { own: true })
  // Only the mails of the nightly run are counted.
  const off = { IsWelcomeOn: false, IsRenewedOn: false }
  expect((await steps.caller.post('/api/memberships/mails', off)).statusCode).toBe(200)
})
afterAll(() => steps.server.close())
beforeEach(async () => {
  steps.setDay('2025-01-01')
  await steps.server.database.system.membership.updateMany({ data: { nextDay: null, status: 'Cancelled' } })
  await steps.server.database.system.membershipNightlyRun.deleteMany({})
  await toggle(true)
})
const toggle = async (IsOn: boolean) => {
  const answer = await steps.caller.post('/api/memberships/nightly', { IsOn })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const dryRun = async (query = '') => {
  const answer = await steps.caller.get(`/api/memberships/nightly/dryrun${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('previewMembershipNightly', answer.json())
  return answer.json()
}

/** A person with a paid membership up to 2025-12-31. */
const member = async (type: object = {}, level: object = {}): Promise<{ id: number; contactId: number }> => {
  const typeId = await steps.type({ TermMonths: 12, GraceDays: 30, DueDays: 30, ...type })
  const contactId = await steps.person()
  const { system } = steps.server.database
  const email = { address: `m${contactId}@nights.example`, addressKey: `m${contactId}@nights.example` }
  await system.contactEmail.create({ data: { tenantId: steps.caller.tenant.id, contactId, ...email } })
  const { MembershipId } = await steps.join(contactId, typeId, await steps.level(typeId, level))
  await steps.take(MembershipId, 'pay', { PaymentTypeId: 1 })
  return { id: MembershipId, contactId }
}

describe('GET /api/memberships/nightly/dryrun (previewMembershipNightly)', () => {
  test('returns pages and later days, and rejects past and distant days', async () => {
    await member()
    await member()
    const first = await dryRun('?day=2025-12-28&top=1')
    expect([first.TotalRecordAvailable, first.Results.length, first.ExpiringNoticeCount]).toEqual([2, 1, 2])
    const second = await dryRun('?day=2025-12-28&top=1&skip=1')
    expect(second.Results[0].MembershipId).toBeGreaterThan(first.Results[0].MembershipId)
    expect(await dryRun('?day=2025-12-27T23:30:00-05:00&top=1')).toEqual(first)
    const counts = { begun: 1, graced: 2, lapsed: 3, dropped: 4, invoiced: 5, expiring_notice: 6, grace_notice: 7 }
    expect(presentPreview('2025-12-28', { counts: { ...counts, dropped_notice: 8 }, total: 9, page: [] })).toEqual({
      Day: '2025-12-28',
      TotalRecordAvailable: 9,
      BegunCount: 1,
      GracedCount: 2,
      LapsedCount: 3,
      DroppedCount: 4,
      InvoicedCount: 5,
      ExpiringNoticeCount: 6,
      GraceNoticeCount: 7,
      DroppedNoticeCount: 8,
      Results: [],
    })
    for (const day of ['2024-12-31', '2026-02-01', '2025-02-30']) {
      const refused = await steps.caller.get(`/api/memberships/nightly/dryrun?day=${day}`)
      expect(refused.statusCode, day).toBe(400)
    }
  })
})
