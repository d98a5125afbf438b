import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MembershipJson, openMemberships, type Steps } from '#test/support/people/memberships'

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

describe('POST /api/memberships/{membershipId}/suspend (suspendMembership)', () => {
  test('suspends the membership, which ends coverage', async () => {
    const contactId = await steps.person()
    const { MembershipId: id } = await steps.join(contactId, typeId, levelId)
    await steps.take(id, 'pay', { PaymentTypeId: 1 })
    const aside = await steps.take(id, 'suspend', { Reason: 'Under review' })
    expect(aside).toMatchObject({ Status: 'Suspended', Reason: 'Under review', ExpirationDate: '2026-01-14' })
    expect(await steps.contactStatus(contactId)).toBe(16)
    await steps.refuse(id, 'suspend', {}, 409, 'wrong-status')
  })

  test('like every step without a required field, needs no body', async () => {
    const { MembershipId: id } = await paid()
    const take = async (step: string) => {
      const headers = { authorization: `ApiKey ${steps.caller.key}` }
      const answer = await steps.server.app.inject({ method: 'POST', url: `/api/memberships/${id}/${step}`, headers })
      return `${step} ${answer.statusCode}`
    }
    const taken = []
    for (const step of ['approve', 'decline', 'renew', 'suspend', 'resume', 'drop', 'cancel', 'reinstate'])
      taken.push(await take(step))
    expect(taken).toEqual([
      ...['approve 409', 'decline 409', 'renew 200', 'suspend 200', 'resume 200', 'drop 409', 'cancel 200'],
      'reinstate 200',
    ])
  })
})

describe('POST /api/memberships/{membershipId}/resume (resumeMembership)', () => {
  test('resumes the membership; ExtendTerm adds the lost days', async () => {
    const contactId = await steps.person()
    const { MembershipId: id } = await steps.join(contactId, typeId, levelId)
    await steps.take(id, 'pay', { PaymentTypeId: 1 })
    await steps.take(id, 'suspend')
    steps.setDay('2025-01-25')
    const after = await steps.take(id, 'resume', { ExtendTerm: true })
    expect(after).toMatchObject({
      Status: 'Active',
      ExpirationDate: '2026-01-24',
      Terms: [{}, { Kind: 'extension', Amount: 0 }],
    })
    steps.setDay('2026-01-20')
    expect(await steps.wake(id)).toMatchObject({ Status: 'Active', StartDate: '2026-01-15', Amount: 120 })
    expect(await steps.contactStatus(contactId)).toBe(2)
    await steps.refuse(id, 'resume', {}, 409, 'wrong-status')
  })
})

describe('POST /api/memberships/{membershipId}/cancel (cancelMembership)', () => {
  test('ends coverage today; voids what waits, and keeps payments as credit', async () => {
    const contactId = await steps.person()
    const { MembershipId: id } = await steps.join(contactId, typeId, levelId)
    await steps.take(id, 'pay', { PaymentTypeId: 1 })
    await steps.take(id, 'renew')
    await steps.take(id, 'pay', { PaymentTypeId: 1, Amount: 20 })
    steps.setDay('2025-05-01')
    const after = await steps.take(id, 'cancel', { Reason: 'Moved abroad' })
    expect(after).toMatchObject({
      Status: 'Cancelled',
      Reason: 'Moved abroad',
      Balance: 0,
      RenewalDate: null,
      Actions: ['view', 'edit', 'reinstate'],
      Terms: [{ EndDate: '2026-01-14', EndedDate: '2025-04-30' }, { IsVoided: true }],
    })
    expect(await steps.contactStatus(contactId)).toBe(16)
    const { balance } = await steps.server.database.system.contact.findFirstOrThrow({
      where: { tenantId: steps.caller.tenant.id, id: contactId },
    })
    expect(balance.toFixed(2)).toBe('-20.00')
    for (const step of ['cancel', 'renew', 'autorenew', 'changelevel', 'suspend']) {
      const body = { AutoRenew: true, LevelId: levelId }
      await steps.refuse(id, step, body, 409, 'membership-ended')
    }
  })
})

describe('POST /api/memberships/{membershipId}/drop (dropMembership)', () => {
  test('drops only after the expiry or while suspended', async () => {
    const { MembershipId: id } = await paid()
    await steps.refuse(id, 'drop', {}, 409, 'wrong-status')
    steps.setDay('2026-01-20')
    expect(await steps.take(id, 'drop', { Reason: 'Not renewed' })).toMatchObject({ Status: 'Dropped' })
  })
})

describe('POST /api/memberships/{membershipId}/reinstate (reinstateMembership)', () => {
  test('begins when it is paid, and the gap stays', async () => {
    const { MembershipId: id } = await paid()
    steps.setDay('2026-01-20')
    await steps.take(id, 'drop')
    steps.setDay('2026-09-01')
    expect(await steps.take(id, 'reinstate')).toMatchObject({ Status: 'Dropped', Balance: 120 })
    await steps.refuse(id, 'reinstate', {}, 409, 'term-waiting')
    const after = await steps.take(id, 'pay', { PaymentTypeId: 1 })
    expect(after).toMatchObject({
      Status: 'Active',
      Reason: null,
      Terms: [{}, { Kind: 'return', StartDate: '2026-09-01' }],
    })
    await steps.refuse(id, 'reinstate', {}, 409, 'wrong-status')
  })

  test('cancels an unpaid reinstatement', async () => {
    const { MembershipId: id } = await paid()
    await steps.take(id, 'cancel')
    expect((await steps.take(id, 'reinstate')).Actions).toEqual(['view', 'edit', 'cancel', 'pay'])
    const after = await steps.take(id, 'cancel')
    expect(after).toMatchObject({ Status: 'Cancelled', Balance: 0, Actions: ['view', 'edit', 'reinstate'] })
    await steps.refuse(id, 'pay', { PaymentTypeId: 1, InvoiceId: after.Invoices[1]?.InvoiceId }, 409, 'invoice-void')
  })

  test('while it waits, rejects another membership of the type and the deletion of the contact', async () => {
    const { MembershipId: id, ContactId, LevelId } = await paid()
    const { MembershipTypeId } = (await steps.caller.get(`/api/memberships/${id}`)).json()
    await steps.take(id, 'cancel')
    const other = await steps.join(ContactId, MembershipTypeId, LevelId)
    await steps.take(other.MembershipId, 'cancel')
    await steps.take(id, 'reinstate')
    await steps.refuse(other.MembershipId, 'reinstate', {}, 409, 'already-member')
    const again = await steps.caller.post('/api/memberships/0', { ContactId, MembershipTypeId, LevelId })
    expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'already-member', MembershipId: id }])
    expect((await steps.caller.delete(`/api/contacts/${ContactId}/1`)).statusCode).toBe(409)
    expect(await steps.take(id, 'pay', { PaymentTypeId: 1 })).toMatchObject({ Status: 'Active' })
  })

  test('rejects the deletion of the contact even if a credit equals the price', async () => {
    const { MembershipId: id, ContactId } = await join()
    for (const step of ['cancel', 'reinstate', 'cancel', 'reinstate']) {
      if (step === 'cancel') await steps.take(id, 'pay', { PaymentTypeId: 1, Amount: 60 })
      await steps.take(id, step)
    }
    const contact = await steps.server.database.system.contact.findFirstOrThrow({
      where: { tenantId: steps.caller.tenant.id, id: ContactId },
    })
    expect(contact.balance.toFixed(2)).toBe('0.00')
    const refused = await steps.caller.delete(`/api/contacts/${ContactId}/1`)
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'in-use' }])
  })

  test('continues from the old expiry with as many terms as cover today', async () => {
    const { MembershipId: id } = await paid()
    steps.setDay('2026-02-20')
    await steps.take(id, 'drop')
    steps.setDay('2028-03-01')
    const waiting = await steps.take(id, 'reinstate', { ContinueFromExpiry: true })
    expect(waiting).toMatchObject({
      Balance: 360,
      Terms: [{}, { Kind: 'backpayment', Months: 36, StartDate: '2026-01-15' }],
    })
    const after = await steps.take(id, 'pay', { PaymentTypeId: 1 })
    expect(after).toMatchObject({ Status: 'Active', ExpirationDate: '2029-01-14' })
  })

  test('returns 404 for the membership of a deleted contact until it is restored', async () => {
    const { MembershipId: id, ContactId: contactId } = await paid()
    await steps.take(id, 'cancel')
    expect((await steps.caller.delete(`/api/contacts/${contactId}/1`)).statusCode).toBe(200)
    expect((await steps.caller.get(`/api/memberships/${id}`)).statusCode).toBe(404)
    for (const ContinueFromExpiry of [true, false])
      expect((await steps.step(id, 'reinstate', { ContinueFromExpiry })).json()).toMatchObject({ code: 'not-found' })
    const restored = await steps.caller.post(`/api/contacts/${contactId}/restore/2`)
    expect(restored.statusCode, restored.body).toBe(200)
    expect(await steps.take(id, 'reinstate', { ContinueFromExpiry: true })).toMatchObject({ Status: 'Active' })
  })

  test('reverts a cancellation immediately: the rest of the term counts again', async () => {
    const { MembershipId: id } = await paid()
    steps.setDay('2025-03-01')
    await steps.take(id, 'cancel')
    steps.setDay('2025-03-03')
    const after = await steps.take(id, 'reinstate', { ContinueFromExpiry: true })
    expect(after).toMatchObject({
      Status: 'Active',
      Balance: 0,
      ExpirationDate: '2026-01-14',
      Terms: [{ EndedDate: null }],
    })
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
    expect(await steps.eventsOf(declined)).toEqual([
      ['joined', { levelId: priced, needsApproval: true }],
      ['cancelled', { isDeclined: true, reason: 'Not in the trade' }],
    ])
  })
})

describe('GET /api/memberships/statuses/lookup (lookupMembershipStatuses)', () => {
  test('returns the statuses with their meaning', async () => {
    const choices = (await steps.caller.get('/api/memberships/statuses/lookup')).json()
    expect(choices.map(({ Id }: { Id: string }) => Id)).toEqual([
      'Pending',
      'Active',
      'Grace',
      'Lapsed',
      'Dropped',
      'Cancelled',
      'Suspended',
    ])
  })
})

test.each([
  ['changelevel', {}, '/LevelId'],
  ['changelevel', { LevelId: 1, AtOnce: 'soon' }, '/AtOnce'],
  ['resume', { ExtendTerm: 7 }, '/ExtendTerm'],
  ['reinstate', { ContinueFromExpiry: 'x' }, '/ContinueFromExpiry'],
  ['autorenew', {}, '/AutoRenew'],
  ['cancel', { Reason: 'x'.repeat(1001) }, '/Reason'],
  ['renew', { AuditId: -1 }, '/AuditId'],
  ['pay', {}, '/PaymentTypeId'],
])('%s names the field that is wrong', async (step, body, pointer) => {
  const { MembershipId: id } = await join()
  const fault = await steps.refuse(id, step, body, 400, 'invalid-input')
  expect(fault.errors[0]?.pointer).toBe(pointer)
})
