import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MembershipJson, openMemberships, type Steps } from '#test/support/api/memberships'
import { expectShape } from '#test/support/contract-shape'

let steps: Steps
let typeId: number
let levelId: number

beforeAll(async () => {
  steps = await openMemberships()
  typeId = await steps.type({ GraceDays: 30, RolloverDays: 30 })
  levelId = await steps.level(typeId, { Name: 'Regular' })
})
beforeEach(() => steps.setDay('2025-01-15'))
afterAll(() => steps.server.close())

const join = async (more: object = {}): Promise<MembershipJson> =>
  steps.join(await steps.person(), typeId, levelId, more)
const paid = async (more: object = {}): Promise<MembershipJson> => {
  const { MembershipId } = await join(more)
  return steps.take(MembershipId, 'pay', { PaymentTypeId: 1 })
}

/** The events of a membership, each with its payload besides the ids that every event has. */
const eventsOf = async ({ MembershipId, ContactId }: MembershipJson) => {
  const where = { entity: 'membership', entityId: MembershipId }
  const { outboxEvent, membership } = steps.server.database.system
  const { typeId } = await membership.findFirstOrThrow({ where: { id: MembershipId } })
  const events = await outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
  return events.map(({ kind, payload }) => {
    const { membershipId, contactId, membershipTypeId, ...rest } = payload as Record<string, unknown>
    expect([membershipId, contactId, membershipTypeId]).toEqual([MembershipId, ContactId, typeId])
    return [kind.replace('membership.', ''), rest]
  })
}

describe('POST /api/memberships/0 (joinMembership)', () => {
  test('adds a term and its invoice; the payment activates the term', async () => {
    const contactId = await steps.person()
    const joined = await steps.join(contactId, typeId, levelId, { AutoRenew: true })
    expect(joined).toMatchObject({
      ...{ Status: 'Pending', IsNew: false, StartDate: '2025-01-15', ExpirationDate: '2026-01-14', RenewalDate: null },
      ...{ Amount: 120, Balance: 120, Level: 'Regular', AutoRenew: true, AuditId: 1, ContactId: contactId },
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

describe('POST /api/memberships/{membershipId}/renew (renewMembership)', () => {
  test('continues an early renewal from the old expiry, not from today', async () => {
    const { MembershipId: id } = await paid()
    steps.setDay('2025-06-01')
    const waiting = await steps.take(id, 'renew')
    expect(waiting).toMatchObject({ Status: 'Active', ExpirationDate: '2026-01-14', Balance: 120 })
    expect(waiting.Actions).not.toContain('renew')
    const { InvoiceId } = await steps.refuse(id, 'renew', {}, 409, 'term-waiting')
    expect(InvoiceId).toBe(waiting.Invoices[1]?.InvoiceId)
    const after = await steps.take(id, 'pay', { PaymentTypeId: 3 })
    expect(after).toMatchObject({ StartDate: '2025-01-15', ExpirationDate: '2027-01-14', Balance: 0 })
  })

  test('continues within the window; later it begins on the day of the payment, and the gap stays', async () => {
    const late = await paid()
    const later = await paid()
    steps.setDay('2026-02-10')
    for (const { MembershipId } of [late, later]) await steps.take(MembershipId, 'renew')
    expect(await steps.take(late.MembershipId, 'pay', { PaymentTypeId: 1 })).toMatchObject({
      Status: 'Active',
      Terms: [{ EndDate: '2026-01-14' }, { StartDate: '2026-01-15', EndDate: '2027-01-14' }],
    })
    steps.setDay('2026-03-20')
    expect(await steps.take(later.MembershipId, 'pay', { PaymentTypeId: 1 })).toMatchObject({
      Status: 'Active',
      Terms: [{ EndDate: '2026-01-14' }, { StartDate: '2026-03-20', EndDate: '2027-03-19' }],
    })
  })

  test('keeps the length of a three-year term that is paid late', async () => {
    const threeYears = await steps.level(typeId, { Price: 300, TermMonths: 36 })
    const { MembershipId: id } = await steps.join(await steps.person(), typeId, threeYears)
    steps.setDay('2025-04-01')
    expect((await steps.take(id, 'pay', { PaymentTypeId: 1 })).ExpirationDate).toBe('2028-03-31')
    steps.setDay('2028-06-15')
    await steps.take(id, 'renew')
    steps.setDay('2028-07-01')
    expect((await steps.take(id, 'pay', { PaymentTypeId: 1 })).ExpirationDate).toBe('2031-06-30')
  })
})

describe('POST /api/memberships/{membershipId}/pay (payMembership)', () => {
  test('activates the term with the payment that settles the invoice, not before', async () => {
    const { MembershipId: id } = await join()
    expect(await steps.take(id, 'pay', { PaymentTypeId: 1, Amount: 50.5 })).toMatchObject({
      Status: 'Pending',
      Balance: 69.5,
    })
    const fault = await steps.refuse(id, 'pay', { PaymentTypeId: 1, Amount: 69.51 }, 422, 'overpaid')
    expect(fault.errors[0]?.pointer).toBe('/Amount')
    expect(await steps.take(id, 'pay', { PaymentTypeId: 1, Amount: 69.5 })).toMatchObject({
      Status: 'Active',
      Balance: 0,
    })
    await steps.refuse(id, 'pay', { PaymentTypeId: 1 }, 409, 'nothing-to-pay')
  })

  test('names the fault of a payment', async () => {
    const { MembershipId: id, Invoices } = await join()
    for (const [body, pointer] of [
      [{ PaymentTypeId: 7 }, '/PaymentTypeId'],
      [{ PaymentTypeId: 1, Amount: 0 }, '/Amount'],
      [{ PaymentTypeId: 1, Amount: 1.005 }, '/Amount'],
      [{ PaymentTypeId: 1, ReceivedDate: '2025-01-16' }, '/ReceivedDate'],
      [{ PaymentTypeId: 1, ReceivedDate: '2025-01-14' }, '/ReceivedDate'],
    ] as const) {
      const answer = await steps.step(id, 'pay', body)
      expect([answer.statusCode, answer.json().errors[0].pointer], answer.body).toEqual([400, pointer])
    }
    const other = await join()
    expect(
      (await steps.step(other.MembershipId, 'pay', { PaymentTypeId: 1, InvoiceId: Invoices[0]?.InvoiceId })).statusCode,
    ).toBe(404)
  })

  test('counts a payment from the day on which it was received', async () => {
    const { MembershipId: id } = await join()
    steps.setDay('2025-01-20')
    const after = await steps.take(id, 'pay', { PaymentTypeId: 2, ReceivedDate: '2025-01-17' })
    expect(after).toMatchObject({ StartDate: '2025-01-17', ExpirationDate: '2026-01-16' })
  })
})

describe('POST /api/memberships/{membershipId}/approve (approveMembership)', () => {
  test('issues no invoice before the approval; the term begins on that day at the earliest', async () => {
    const asking = await steps.type({ NeedsApproval: true })
    const priced = await steps.level(asking)
    const applied = await steps.join(await steps.person(), asking, priced)
    expect(applied).toMatchObject({ Status: 'Pending', IsAwaitingApproval: true, Invoices: [], Balance: 0 })
    expect(applied.Actions).toEqual(['view', 'edit', 'approve', 'decline', 'changelevel', 'cancel'])
    await steps.refuse(applied.MembershipId, 'renew', {}, 409, 'not-approved')
    steps.setDay('2025-02-01')
    const approved = await steps.take(applied.MembershipId, 'approve')
    expect(approved).toMatchObject({
      IsAwaitingApproval: false,
      Balance: 120,
      StartDate: '2025-02-01',
      JoinedDate: '2025-02-01',
    })
    await steps.refuse(applied.MembershipId, 'approve', {}, 409, 'not-awaiting-approval')
  })
})

describe('POST /api/memberships/{membershipId}/decline (declineMembership)', () => {
  test('cancels a membership that awaits approval, and rejects any other', async () => {
    const asking = await steps.type({ NeedsApproval: true })
    const priced = await steps.level(asking)
    const { MembershipId: approved } = await steps.join(await steps.person(), asking, priced)
    await steps.take(approved, 'approve')
    await steps.refuse(approved, 'decline', {}, 409, 'not-awaiting-approval')
    const { MembershipId: id } = await steps.join(await steps.person(), asking, priced)
    const declined = await steps.take(id, 'decline', { Reason: 'Not in the trade' })
    expect(declined).toMatchObject({ Status: 'Cancelled', Reason: 'Not in the trade', Actions: ['view', 'edit'] })
    expect(await steps.get(id)).toEqual(declined)
    expect(await eventsOf(declined)).toEqual([
      ['joined', { levelId: priced, needsApproval: true }],
      ['cancelled', { isDeclined: true, reason: 'Not in the trade' }],
    ])
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
  const [first, second] = [await pay(), await pay()]
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
  expect(await eventsOf(ended)).toEqual([
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
