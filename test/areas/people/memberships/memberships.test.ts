import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import { type MembershipJson, openMemberships, type Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'

let steps: Steps
let typeId: number
let levelId: number
let reader: TestCaller
let stranger: TestCaller

beforeAll(async () => {
  steps = await openMemberships()
  typeId = await steps.type({ GraceDays: 30, RolloverDays: 30 })
  levelId = await steps.level(typeId, { Name: 'Regular' })
  reader = await steps.server.caller(steps.caller.tenant, ['memberships:read'])
  stranger = await steps.server.foreignTenant()
})
beforeEach(() => steps.setDay('2025-01-15'))
afterAll(() => steps.server.close())

const join = async (more: object = {}): Promise<MembershipJson> =>
  steps.join(await steps.person(), typeId, levelId, more)
const paid = async (more: object = {}): Promise<MembershipJson> => {
  const { MembershipId } = await join(more)
  return steps.take(MembershipId, 'pay', { PaymentTypeId: 1 })
}

describe('POST /api/memberships/0 (joinMembership)', () => {
  test('adds a term and its invoice; the payment activates the term', async () => {
    const contactId = await steps.person()
    const joined = await steps.join(contactId, typeId, levelId, { AutoRenew: true })
    expect(joined).toMatchObject({
      Status: 'Pending',
      IsNew: false,
      StartDate: '2025-01-15',
      ExpirationDate: '2026-01-14',
      RenewalDate: null,
      Amount: 120,
      Balance: 120,
      Level: 'Regular',
      AutoRenew: true,
      AuditId: 1,
      ContactId: contactId,
      Actions: ['view', 'edit', 'changelevel', 'cancel', 'autorenew', 'pay'],
      Terms: [{ Kind: 'first', Months: 12, Amount: 120, ActivatedDate: null }],
      Invoices: [{ Total: 120, Balance: 120, DueDate: '2025-02-14' }],
    })
    expect(await steps.contactStatus(contactId)).toBe(1)
    const after = await steps.take(joined.MembershipId, 'pay', { PaymentTypeId: 2, Reference: 'Check 1' })
    expect(after).toMatchObject({ Status: 'Active', IsNew: true, Balance: 0, RenewalDate: '2026-01-15', AuditId: 2 })
    expect(await steps.get(joined.MembershipId)).toEqual(after)
    expect(await steps.contactStatus(contactId)).toBe(2)
    const summary = await steps.caller.get(`/api/contacts/PersonSummary/${contactId}`)
    expect(summary.json()).toMatchObject({ Balance: 0, Status: 2 })
    const listed = await steps.caller.get(`/api/contacts/org/${contactId}/memberships`)
    expectShape('listOrganizationMemberships', listed.json())
    expect(listed.json()).toMatchObject([{ MembershipId: joined.MembershipId, Status: 'Active', IsNew: true }])
  })

  test('begins on StartDate and is pending until then', async () => {
    const later = await paid({ StartDate: '2025-03-01' })
    expect(later).toMatchObject({ Status: 'Pending', StartDate: '2025-03-01', ExpirationDate: '2026-02-28' })
    expect(later.AutoRenew).toBe(false)
    steps.setDay('2025-03-01')
    expect(await steps.wake(later.MembershipId)).toMatchObject({ Status: 'Active' })
  })

  test('begins up to a year ahead, also with a leap day', async () => {
    steps.setDay('2027-06-01')
    expect(await join({ StartDate: '2028-06-01' })).toMatchObject({ StartDate: '2028-06-01' })
  })

  test('costs nothing and begins immediately for a type without levels', async () => {
    const free = await steps.join(await steps.person(), await steps.type(), null)
    expect(free).toMatchObject({ Status: 'Active', Amount: 0, Balance: 0, Invoices: [] })
  })

  test.each([
    ['LevelId', { LevelId: 0 }, 400, '/LevelId'],
    ['LevelId of another type', { LevelId: 999_999 }, 422, '/LevelId'],
    ['MembershipTypeId', { MembershipTypeId: 999_999 }, 422, '/MembershipTypeId'],
    ['ContactId', { ContactId: 999_999 }, 422, '/ContactId'],
    ['StartDate in the past', { StartDate: '2025-01-14' }, 400, '/StartDate'],
    ['StartDate over a year ahead', { StartDate: '2026-01-17' }, 400, '/StartDate'],
  ])('names what is wrong: %s', async (_, wrong, status, pointer) => {
    const body = { ContactId: await steps.person(), MembershipTypeId: typeId, LevelId: levelId, ...wrong }
    const answer = await steps.caller.post('/api/memberships/0', body)
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.json().errors[0].pointer).toBe(pointer)
  })

  test('rejects a second membership of the type, the wrong kind of contact and an inactive type', async () => {
    const contactId = await steps.person()
    const { MembershipId } = await steps.join(contactId, typeId, levelId)
    const again = await steps.caller.post('/api/memberships/0', {
      ContactId: contactId,
      MembershipTypeId: typeId,
      LevelId: levelId,
    })
    expect(again.json()).toMatchObject({ status: 409, code: 'already-member', MembershipId })
    const forFirms = await steps.type({ SystemContactTypeId: 2 })
    const wrong = await steps.caller.post('/api/memberships/0', { ContactId: contactId, MembershipTypeId: forFirms })
    expect(wrong.json()).toMatchObject({ status: 422, code: 'wrong-contact-type' })
    const retired = await steps.type({ IsActive: false })
    const gone = await steps.caller.post('/api/memberships/0', { ContactId: contactId, MembershipTypeId: retired })
    expect(gone.json()).toMatchObject({ status: 422, code: 'type-inactive' })
  })
})

describe('POST /api/memberships/{membershipId}/autorenew (setMembershipAutoRenew)', () => {
  test('sets automatic renewal, and returns 409 for an ended membership', async () => {
    const typeId = await steps.type()
    const { MembershipId: id } = await steps.join(await steps.person(), typeId, await steps.level(typeId))
    expect(await steps.take(id, 'autorenew', { AutoRenew: true })).toMatchObject({ AutoRenew: true, AuditId: 2 })
    expect(await steps.take(id, 'autorenew', { AutoRenew: false })).toMatchObject({ AutoRenew: false, AuditId: 3 })
    await steps.take(id, 'cancel')
    await steps.refuse(id, 'autorenew', { AutoRenew: true }, 409, 'membership-ended')
  })
})

describe('GET /api/memberships/{membershipId} (getMembership)', () => {
  test('rejects changes with the read scope, and returns 404 to another tenant', async () => {
    const typeId = await steps.type()
    const { MembershipId: id, ...before } = await steps.join(await steps.person(), typeId, null)
    const STEPS = [
      'renew',
      'pay',
      'changelevel',
      'approve',
      'decline',
      'suspend',
      'resume',
      'cancel',
      'drop',
      'reinstate',
    ]
    for (const step of [...STEPS, 'autorenew']) {
      const body = { PaymentTypeId: 1, LevelId: 1, AutoRenew: true }
      expect((await reader.post(`/api/memberships/${id}/${step}`, body)).statusCode, step).toBe(403)
      expect((await stranger.post(`/api/memberships/${id}/${step}`, body)).statusCode, step).toBe(404)
    }
    expect((await stranger.get(`/api/memberships/${id}`)).statusCode).toBe(404)
    expect((await stranger.get('/api/memberships')).json().Results).toEqual([])
    const join = { ContactId: 1, MembershipTypeId: typeId }
    expect((await stranger.post('/api/memberships/0', join)).json()).toMatchObject({ code: 'unknown-reference' })
    expect((await reader.post('/api/memberships/0', join)).statusCode).toBe(403)
    expect(await steps.get(id)).toEqual({ MembershipId: id, ...before })
  })
})

test('rejects an old version, stated by AuditId or If-Match', async () => {
  const { MembershipId: id } = await paid()
  await steps.refuse(id, 'renew', { AuditId: 1 }, 409, 'stale-audit-id')
  const answer = await steps.caller.post(`/api/memberships/${id}/renew`, {}, { 'if-match': '"1"' })
  expect(answer.json()).toMatchObject({ status: 412, code: 'precondition-failed' })
  const current = await steps.caller.post(`/api/memberships/${id}/renew`, { AuditId: 2 }, { 'if-match': '"2"' })
  expect(current.headers.etag).toBe('"3"')
})

test('runs a request once if it is repeated with its Idempotency-Key', async () => {
  const { MembershipId: id } = await join()
  const pay = () =>
    steps.caller.post(`/api/memberships/${id}/pay`, { PaymentTypeId: 1, Amount: 10 }, { 'idempotency-key': 'k' })
  const first = await pay()
  const second = await pay()
  expect(second.body).toBe(first.body)
  expect((await steps.get(id)).Balance).toBe(110)
})

test('emits one event per step, with the membership and what changed', async () => {
  const first = await paid()
  const { MembershipId: id } = first
  const other = await steps.level(typeId, { Name: 'Other' })
  await steps.take(id, 'changelevel', { LevelId: other })
  await steps.take(id, 'renew')
  await steps.take(id, 'pay', { PaymentTypeId: 1, Amount: 20.5 })
  const renewed = await steps.take(id, 'pay', { PaymentTypeId: 1 })
  await steps.take(id, 'autorenew', { AutoRenew: true })
  await steps.take(id, 'suspend', { Reason: 'Under review' })
  steps.setDay('2025-01-18')
  await steps.take(id, 'resume', { ExtendTerm: true })
  await steps.take(id, 'cancel', { Reason: 'Moved abroad' })
  await steps.take(id, 'reinstate', { ContinueFromExpiry: true })
  await steps.take(id, 'cancel')
  await steps.take(id, 'reinstate')
  const ended = await steps.take(id, 'cancel')
  const [joining, renewal] = ended.Invoices.map(({ InvoiceId }) => InvoiceId)
  const termId = renewed.Terms[1]?.TermId
  expect(await steps.eventsOf(ended)).toEqual([
    ['joined', { levelId, needsApproval: false }],
    ['paid', { invoiceId: joining, amount: '120.00', isSettled: true }],
    ['levelchanged', { levelId: other, atOnce: false }],
    ['paid', { invoiceId: renewal, amount: '20.50', isSettled: false }],
    ['paid', { invoiceId: renewal, amount: '99.50', isSettled: true }],
    ['renewed', { termId, startsOn: '2026-01-15', endsOn: '2027-01-14' }],
    ['updated', { autoRenew: true }],
    ['suspended', { reason: 'Under review' }],
    ['resumed', { daysAdded: 3 }],
    ['cancelled', { reason: 'Moved abroad' }],
    ['reinstated', {}],
    ['cancelled', { reason: null }],
    ['updated', { isReinstating: true }],
    ['updated', { isReinstating: false }],
  ])
})
