import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { membershipDays, runNightly } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { addDays } from '#kernel/time/calendar'
import { runNewDays } from '#test/support/jobs/new-days'
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

const context = () => ({
  database: steps.server.database,
  clock: { now: steps.now },
  log: createLogger('silent'),
})
const night = async (day: string): Promise<void> => {
  steps.setDay(day)
  await runNightly(await systemScope(context(), steps.caller.tenant.id))
}
const toggle = async (IsOn: boolean) => {
  const answer = await steps.caller.post('/api/memberships/nightly', { IsOn })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const state = async () => {
  const answer = (await steps.caller.get('/api/memberships/nightly')).json()
  expectShape('getMembershipNightly', answer)
  return answer
}
const dryRun = async (query = '') => {
  const answer = await steps.caller.get(`/api/memberships/nightly/dryrun${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('previewMembershipNightly', answer.json())
  return answer.json()
}
const mails = async (membershipId: number) => {
  const { mailMessage } = steps.server.database.system
  const found = await mailMessage.findMany({
    where: { key: { contains: `:${membershipId}:` } },
    orderBy: { id: 'asc' },
  })
  return found.map(({ templateKey, toAddress }) => `${templateKey} ${toAddress}`)
}
const trail = (membershipId: number) => {
  const { outboxEvent } = steps.server.database.system
  return outboxEvent.findMany({ where: { entity: 'membership', entityId: membershipId }, orderBy: { id: 'asc' } })
}
const events = async (membershipId: number) => (await trail(membershipId)).map(({ kind }) => kind)
const versions = async (membershipId: number) => (await trail(membershipId)).map(({ auditId }) => auditId)

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

describe('POST /api/memberships/nightly (switchMembershipNightly)', () => {
  test('without a renewal sends two notices, changes the status, drops after the grace and sends a last notice', async () => {
    const { id, contactId } = await member()
    const seen: Record<string, string> = {}
    let last = ''
    for (let day = '2025-12-20'; day <= '2026-02-10'; day = addDays(day, 1)) {
      await night(day)
      const { Status } = await steps.get(id)
      const now = `${Status}, ${(await mails(id)).length} mails`
      if (now !== last) seen[day] = now
      last = now
    }
    expect(seen).toEqual({
      '2025-12-20': 'Active, 0 mails',
      '2025-12-28': 'Active, 1 mails',
      '2026-01-01': 'Grace, 2 mails',
      '2026-01-31': 'Dropped, 3 mails',
    })
    const address = `m${contactId}@nights.example`
    expect(await mails(id)).toEqual(['expiring', 'grace', 'dropped'].map((kind) => `membership-${kind} ${address}`))
    expect((await events(id)).slice(-2)).toEqual(['membership.graced', 'membership.dropped'])
    const { AuditId } = await steps.get(id)
    expect((await versions(id)).slice(-2)).toEqual([AuditId - 1, AuditId])
    expect(await steps.contactStatus(contactId)).not.toBe(2)
    expect((await steps.get(id)).Reason).toBe('Not renewed.')
  }, 60_000)

  test('if switched off only updates the status; the dry run lists the other effects', async () => {
    const { id } = await member()
    await toggle(false)
    await night('2025-12-28')
    expect(await mails(id)).toEqual([])
    await night('2026-01-01')
    expect((await steps.get(id)).Status).toBe('Grace')
    await night('2026-03-01')
    expect((await steps.get(id)).Status).toBe('Lapsed')
    expect((await events(id)).slice(-2)).toEqual(['membership.graced', 'membership.lapsed'])
    expect(await mails(id)).toEqual([])
    const { Results, DroppedCount } = await dryRun()
    const { ContactId, MembershipTypeId, MembershipType } = (await steps.caller.get(`/api/memberships/${id}`)).json()
    expect(Results).toMatchObject([
      { MembershipId: id, ContactId, MembershipTypeId, MembershipType, Effect: 'dropped', DueDate: '2026-01-31' },
    ])
    expect(DroppedCount).toBe(1)
    expect((await steps.get(id)).Status).toBe('Lapsed')
    await toggle(true)
    await night('2026-03-01')
    expect((await steps.get(id)).Status).toBe('Dropped')
    // A month late: dropped without a mail.
    expect(await mails(id)).toEqual([])
  })

  test('performs missed work once after a week without runs, if it is not too late', async () => {
    const late = await member()
    await night('2025-12-20')
    await night('2026-01-04')
    expect(await mails(late.id)).toEqual([`membership-grace m${late.contactId}@nights.example`])
    const soon = await member({ GraceDays: 0 })
    await night('2026-01-04')
    await night('2026-12-31')
    await night('2026-12-31')
    expect(await mails(soon.id)).toEqual([`membership-expiring m${soon.contactId}@nights.example`])
    expect((await steps.get(late.id)).Status).toBe('Dropped')
  })

  test('begins a term that was paid ahead, and emits an event', async () => {
    const typeId = await steps.type()
    const levelId = await steps.level(typeId)
    const { MembershipId: id } = await steps.join(await steps.person(), typeId, levelId, { StartDate: '2025-03-01' })
    await steps.take(id, 'pay', { PaymentTypeId: 1 })
    await night('2025-02-28')
    expect((await steps.get(id)).Status).toBe('Pending')
    await night('2025-03-01')
    expect((await steps.get(id)).Status).toBe('Active')
    expect((await events(id)).at(-1)).toBe('membership.begun')
  })

  test('invoices the renewal of a membership whose first term was replaced on approval', async () => {
    const typeId = await steps.type({ NeedsApproval: true, RenewalInvoiceDays: 10 })
    const { MembershipId: id } = await steps.join(await steps.person(), typeId, await steps.level(typeId))
    await steps.take(id, 'approve')
    await steps.take(id, 'pay', { PaymentTypeId: 1 })
    await night('2025-12-21')
    expect((await steps.get(id)).Invoices).toHaveLength(2)
  })

  test('sends a notice even if the membership changed on its day', async () => {
    const { id } = await member()
    steps.setDay('2025-12-28')
    await steps.wake(id)
    await night('2025-12-28')
    expect(await mails(id)).toHaveLength(1)
    steps.setDay('2026-01-01')
    await steps.wake(id)
    await night('2026-01-01')
    await night('2026-01-02')
    expect(await mails(id)).toHaveLength(2)
  })

  test('invoices a renewal once; an unpaid invoice delays the drop to its due date, and the drop voids it', async () => {
    const { id, contactId } = await member({ RenewalInvoiceDays: 10, DueDays: 60, GraceDays: 5 })
    await night('2025-12-20')
    expect((await steps.get(id)).Invoices).toHaveLength(1)
    await night('2025-12-21')
    await night('2025-12-22')
    const { Invoices, Status } = await steps.get(id)
    expect([Status, Invoices.length, Invoices[1]?.DueDate]).toEqual(['Active', 2, '2026-02-19'])
    await night('2026-02-19')
    expect((await steps.get(id)).Status).toBe('Lapsed')
    await night('2026-02-20')
    const dropped = await steps.get(id)
    expect([dropped.Status, dropped.Balance, dropped.Invoices[1]?.IsVoided]).toEqual(['Dropped', 0, true])
    const contact = await steps.server.database.system.contact.findFirstOrThrow({ where: { id: contactId } })
    expect(contact.balance.toFixed(2)).toBe('0.00')
    expect((await events(id)).filter((kind) => kind === 'membership.dropped')).toHaveLength(1)
  })

  test('sends no notice and drops nothing for paid, suspended or ended memberships and deleted contacts', async () => {
    const paid = await member()
    const set = await member()
    const ended = await member()
    const gone = await member()
    await steps.take(paid.id, 'renew')
    await steps.take(paid.id, 'pay', { PaymentTypeId: 1 })
    await steps.take(set.id, 'suspend')
    await steps.take(ended.id, 'cancel')
    const { system } = steps.server.database
    await system.contact.updateMany({ where: { id: gone.contactId }, data: { deletedAt: new Date() } })
    for (const day of ['2025-12-28', '2026-01-01', '2026-03-01']) await night(day)
    const where = { id: { in: [paid, set, ended, gone].map(({ id }) => id) } }
    const found = await system.membership.findMany({ where, orderBy: { id: 'asc' } })
    expect(found.map(({ status }) => status)).toEqual(['Active', 'Suspended', 'Cancelled', 'Lapsed'])
    for (const { id } of [paid, set, ended, gone]) expect(await mails(id)).toEqual([])
  })

  test('updates the people that a membership of an organization covers', async () => {
    const typeId = await steps.type({ TermMonths: 12, GraceDays: 10, CoversPeople: true, SystemContactTypeId: 2 })
    const organization = await steps.organization()
    const person = await steps.person()
    const { system } = steps.server.database
    const tenantId = steps.caller.tenant.id
    const { id: roleTypeId } = await system.contactRoleType.findFirstOrThrow({ where: { tenantId } })
    await system.contactRole.create({ data: { tenantId, contactId: person, organizationId: organization, roleTypeId } })
    const { MembershipId } = await steps.join(organization, typeId, await steps.level(typeId))
    await steps.take(MembershipId, 'pay', { PaymentTypeId: 1 })
    for (const one of [organization, person]) expect(await steps.contactStatus(one)).toBe(2)
    await night('2026-01-11')
    for (const one of [organization, person]) expect(await steps.contactStatus(one)).not.toBe(2)
    expect((await steps.get(MembershipId)).Status).toBe('Dropped')
  })
})

describe('GET /api/memberships/nightly (getMembershipNightly)', () => {
  test('counts each effect once, also after repeated runs', async () => {
    await member()
    await night('2026-01-01')
    await night('2026-01-01')
    const { LastRun, IsOn, SwitchedDate } = await state()
    expect([IsOn, SwitchedDate]).toEqual([true, '2025-01-01T12:00:00.000Z'])
    const { Day, Status, Percent, GracedCount, GraceNoticeCount, DroppedCount, RefusedCount } = LastRun
    expect([Day, Status, Percent]).toEqual(['2026-01-01', 'completed', 100])
    expect([GracedCount, GraceNoticeCount, DroppedCount, RefusedCount]).toEqual([1, 1, 0, 0])
  })

  test('returns each count of the last run, and its progress', async () => {
    const counts = { begun: 1, graced: 2, lapsed: 3, dropped: 4, invoiced: 5, expiringNotice: 6, graceNotice: 7 }
    const all = { ...counts, droppedNotice: 8, refused: 9, done: 10 }
    await steps.server.database.system.membershipNightlyRun.create({
      data: {
        ...Object.fromEntries(Object.entries(all).map(([name, count]) => [`${name}Count`, count])),
        tenantId: steps.caller.tenant.id,
        day: new Date('2025-01-01'),
        status: 'running',
        isOn: false,
        total: 11,
        startedAt: new Date('2025-01-01T00:00:01Z'),
        finishedAt: null,
      },
    })
    expect((await state()).LastRun).toEqual({
      Day: '2025-01-01',
      Status: 'running',
      Percent: 90,
      IsOn: false,
      MembershipCount: 10,
      BegunCount: 1,
      GracedCount: 2,
      LapsedCount: 3,
      DroppedCount: 4,
      InvoicedCount: 5,
      ExpiringNoticeCount: 6,
      GraceNoticeCount: 7,
      DroppedNoticeCount: 8,
      RefusedCount: 9,
      StartedDate: '2025-01-01T00:00:01.000Z',
      FinishedDate: null,
    })
  })
})

describe('POST /api/memberships/nightly (switchMembershipNightly): time zones and scopes', () => {
  test('runs after midnight in the time zone of each tenant', async () => {
    const { id } = await member()
    const { system } = steps.server.database
    const where = { id: steps.caller.tenant.id }
    await system.dayMark.deleteMany()
    await system.tenant.updateMany({ where, data: { timeZone: 'Pacific/Auckland', createdAt: new Date('2025-01-01') } })
    const statusAt = async (at: string) => {
      steps.setTime(new Date(at))
      await runNewDays(context(), membershipDays)
      return (await system.membership.findFirstOrThrow({ where: { id } })).status
    }
    expect(await statusAt('2025-12-31T10:59:00Z')).toBe('Active')
    expect(await statusAt('2025-12-31T11:01:00Z')).toBe('Grace')
    await system.tenant.updateMany({ where, data: { timeZone: 'UTC' } })
  })

  test('allows the dry run with the read scope, but not the switch', async () => {
    const reader = await steps.server.caller(steps.caller.tenant, ['memberships:read'])
    expect((await reader.get('/api/memberships/nightly/dryrun')).statusCode).toBe(200)
    expect((await reader.post('/api/memberships/nightly', { IsOn: false })).statusCode).toBe(403)
    expect((await state()).IsOn).toBe(true)
  })
})
