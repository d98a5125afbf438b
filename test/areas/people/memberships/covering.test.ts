import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roleDays } from '#areas/people/contacts/records/refreshes.job'
import { createLogger } from '#kernel/logging/logger'
import { runNewDays } from '#test/support/jobs/new-days'
import { openMemberships, type Steps } from '#test/support/people/memberships'

const [PROSPECTIVE, ACTIVE, COURTESY, NON_MEMBER, INACTIVE] = [1, 2, 4, 8, 16] as const
let steps: Steps
let typeId: number
let levelId: number

beforeAll(async () => {
  steps = await openMemberships()
  typeId = await steps.type({ SystemContactTypeId: 2, CoversPeople: true })
  levelId = await steps.level(typeId, { Price: 600 })
  // The daily work begins with the day on which a tenant was created.
  await steps.server.database.system.tenant.updateMany({
    where: { id: steps.caller.tenant.id },
    data: { createdAt: steps.now() },
  })
})
beforeEach(() => steps.setDay('2025-01-15'))
afterAll(() => steps.server.close())

const withRole = async (OrganizationContactId: number, more: object = {}): Promise<number> => {
  const role = { OrganizationContactId, Title: 'Clerk', ...more }
  const body = { FirstName: 'Bo', LastName: 'Ek', forceSave: true, OrganizationsAndRoles: [role] }
  const answer = await steps.caller.post('/api/contacts/person/0', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().ContactId
}
const followRoles = () => {
  const { database } = steps.server
  return runNewDays({ database, clock: { now: steps.now }, log: createLogger('silent') }, roleDays)
}

test('a membership of an organization covers the people with a current role, from its first to its last day', async () => {
  const firm = await steps.organization()
  const before = await withRole(firm)
  const { MembershipId: id } = await steps.join(firm, typeId, levelId)
  expect(await steps.contactStatus(before)).toBe(PROSPECTIVE)
  await steps.take(id, 'pay', { PaymentTypeId: 1 })
  const later = await withRole(firm)
  const gone = await withRole(firm, { RoleEndDate: '2025-01-14' })
  const soon = await withRole(firm, { RoleStartDate: '2025-02-01' })
  for (const one of [firm, before, later]) expect(await steps.contactStatus(one)).toBe(ACTIVE)
  for (const one of [gone, soon]) expect(await steps.contactStatus(one)).not.toBe(ACTIVE)
  await followRoles()
  steps.setDay('2025-02-02')
  await followRoles()
  expect(await steps.contactStatus(soon)).toBe(ACTIVE)
  await steps.take(id, 'suspend')
  for (const one of [firm, before, later, soon]) expect(await steps.contactStatus(one)).toBe(INACTIVE)
  await steps.take(id, 'resume')
  await steps.take(id, 'cancel')
  for (const one of [firm, before, later, soon]) expect(await steps.contactStatus(one)).toBe(INACTIVE)
})

test('adding or removing a role changes the status', async () => {
  const firm = await steps.organization()
  const { MembershipId: id } = await steps.join(firm, typeId, levelId)
  await steps.take(id, 'pay', { PaymentTypeId: 1 })
  const person = await steps.person()
  const unmembered = await steps.contactStatus(person)
  const role = await steps.caller.post(`/api/contacts/${person}/roles/0`, { OrganizationContactId: firm })
  expect(role.statusCode, role.body).toBe(200)
  expect(await steps.contactStatus(person)).toBe(ACTIVE)
  const path = `/api/contacts/${person}/roles/${role.json().ContactRoleId}`
  const gone = await steps.caller.delete(path, { 'if-match': String(role.headers.etag) })
  expect(gone.statusCode, gone.body).toBe(200)
  expect(await steps.contactStatus(person)).toBe(unmembered)
})

const setStatus = async (contactId: number, MembershipStatusTypeId: number | null) => {
  const { auditId } = await steps.server.database.system.contact.findFirstOrThrow({
    where: { tenantId: steps.caller.tenant.id, id: contactId },
  })
  const body = { AuditId: auditId, MembershipStatusTypeId }
  const set = await steps.caller.post(`/api/contacts/${contactId}/status`, body)
  expect(set.statusCode, set.body).toBe(200)
  return set.json()
}

describe.each(['before', 'after'] as const)('a status that staff set %s the membership began', (moment) => {
  test.each([
    [PROSPECTIVE, ACTIVE],
    [NON_MEMBER, ACTIVE],
    [INACTIVE, ACTIVE],
    [COURTESY, COURTESY],
  ])('%i is %i while the membership is active, and applies after it', async (status, during) => {
    const firm = await steps.organization()
    const person = await withRole(firm)
    const both = [firm, person]
    const setBoth = () => Promise.all(both.map((one) => setStatus(one, status)))
    if (moment === 'before') await setBoth()
    const { MembershipId: id } = await steps.join(firm, typeId, levelId)
    if (moment === 'before') for (const one of both) expect(await steps.contactStatus(one)).toBe(status)
    await steps.take(id, 'pay', { PaymentTypeId: 1 })
    const states = moment === 'after' ? await setBoth() : []
    for (const state of states)
      expect(state).toMatchObject({
        MembershipStatusTypeId: during,
        IsStatusManual: during === status,
        ManualStatusTypeId: status,
      })
    for (const one of both) expect(await steps.contactStatus(one)).toBe(during)
    await steps.take(id, 'cancel')
    for (const one of both) expect(await steps.contactStatus(one)).toBe(status)
    expect(await setStatus(firm, null)).toMatchObject({ MembershipStatusTypeId: INACTIVE, ManualStatusTypeId: null })
  })
})

test('a merge moves the membership with invoices and payments, and it covers the people of both', async () => {
  const winner = await steps.organization()
  const loser = await steps.organization()
  const ours = await withRole(winner)
  const theirs = await withRole(loser)
  const { MembershipId: id } = await steps.join(loser, typeId, levelId)
  await steps.take(id, 'pay', { PaymentTypeId: 1 })
  await steps.take(id, 'renew')
  const { system } = steps.server.database
  const versionOf = async (contactId: number) =>
    (await system.contact.findFirstOrThrow({ where: { tenantId: steps.caller.tenant.id, id: contactId } })).auditId
  const merged = await steps.caller.post('/api/contacts/merge', {
    WinnerContactId: winner,
    WinnerAuditId: await versionOf(winner),
    LoserContactId: loser,
    LoserAuditId: await versionOf(loser),
  })
  expect(merged.statusCode, merged.body).toBe(200)
  expect(merged.json().Balance).toBe(600)
  for (const one of [winner, ours, theirs]) expect(await steps.contactStatus(one)).toBe(ACTIVE)
  const after = await steps.take(id, 'pay', { PaymentTypeId: 1 })
  expect(after).toMatchObject({ ContactId: winner, Balance: 0, ExpirationDate: '2027-01-14' })
})
