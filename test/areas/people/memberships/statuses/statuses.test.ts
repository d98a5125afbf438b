import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MembershipJson, openMemberships, type Steps } from '#test/support/api/memberships'

let steps: Steps
let typeId: number
let levelId: number
let goldId: number

beforeAll(async () => {
  steps = await openMemberships()
  typeId = await steps.type({ GraceDays: 30, RolloverDays: 30 })
  levelId = await steps.level(typeId, { Name: 'Regular' })
  goldId = await steps.level(typeId, { Name: 'Gold', Price: 240, DisplayOrder: 2 })
})
beforeEach(() => steps.setDay('2025-01-15'))
afterAll(() => steps.server.close())

const join = async (more: object = {}): Promise<MembershipJson> =>
  steps.join(await steps.person(), typeId, levelId, more)
const paid = async (more: object = {}): Promise<MembershipJson> => {
  const { MembershipId } = await join(more)
  return steps.take(MembershipId, 'pay', { PaymentTypeId: 1 })
}

describe('POST /api/memberships/{membershipId}/changelevel (changeMembershipLevel)', () => {
  test('changes the level with the next term, and replaces the waiting term', async () => {
    const { MembershipId: id } = await paid()
    const changed = await steps.take(id, 'changelevel', { LevelId: goldId })
    expect(changed).toMatchObject({ LevelId: levelId, NextLevelId: goldId, Amount: 120 })
    expect(await steps.take(id, 'renew')).toMatchObject({ Balance: 240 })
    const back = await steps.take(id, 'changelevel', { LevelId: levelId })
    expect(back).toMatchObject({ Balance: 120, Invoices: [{}, { IsVoided: true, Balance: 0 }, { Total: 120 }] })
    await steps.take(id, 'changelevel', { LevelId: goldId })
    expect(await steps.take(id, 'pay', { PaymentTypeId: 1 })).toMatchObject({ LevelId: levelId, NextLevelId: null })
    steps.setDay('2026-01-15')
    expect(await steps.wake(id)).toMatchObject({ LevelId: goldId, Amount: 240 })
  })

  test('with AtOnce invoices the difference for the remaining days; the payment changes the level', async () => {
    const { MembershipId: id } = await paid()
    steps.setDay('2025-07-16')
    const waiting = await steps.take(id, 'changelevel', { LevelId: goldId, AtOnce: true })
    // 183 of 365 days are left of a difference of 120.
    expect(waiting).toMatchObject({ LevelId: levelId, Balance: 60.16, LevelChanges: [{ Amount: 60.16 }] })
    await steps.refuse(id, 'changelevel', { LevelId: goldId, AtOnce: true }, 409, 'change-waiting')
    const after = await steps.take(id, 'pay', { PaymentTypeId: 1 })
    expect(after).toMatchObject({ LevelId: goldId, Level: 'Gold', Balance: 0, ExpirationDate: '2026-01-14' })
    const down = await steps.take(id, 'changelevel', { LevelId: levelId, AtOnce: true })
    expect(down).toMatchObject({ LevelId: levelId, Balance: 0, Invoices: after.Invoices })
  })

  test('with AtOnce charges one day on the last day of the term, and returns 409 after it', async () => {
    const [{ MembershipId: id }, { MembershipId: later }] = [await paid(), await paid()]
    steps.setDay('2026-01-14')
    // A day of 365 of a difference of 120.
    expect(await steps.take(id, 'changelevel', { LevelId: goldId, AtOnce: true })).toMatchObject({ Balance: 0.33 })
    steps.setDay('2026-01-15')
    await steps.refuse(later, 'changelevel', { LevelId: goldId, AtOnce: true }, 409, 'wrong-status')
  })

  test('with AtOnce gives a free level to a membership that joined without one', async () => {
    const plain = await steps.type()
    const { MembershipId: id } = await steps.join(await steps.person(), plain, null)
    const free = await steps.level(plain, { Name: 'Honorary', Price: 0 })
    const after = await steps.take(id, 'changelevel', { LevelId: free, AtOnce: true })
    expect(after).toMatchObject({ LevelId: free, Level: 'Honorary', Balance: 0 })
  })

  test('of a renewal that is paid ahead lasts: the next renewal has it too', async () => {
    const { MembershipId: id } = await paid()
    await steps.take(id, 'changelevel', { LevelId: goldId })
    for (const step of ['renew', 'pay']) await steps.take(id, step, { PaymentTypeId: 1 })
    expect(await steps.take(id, 'renew')).toMatchObject({
      LevelId: levelId,
      Balance: 240,
      Terms: [{}, {}, { LevelId: goldId }],
    })
  })

  test('rejects a partly paid next term, AtOnce without a current term, and an unknown level', async () => {
    const { MembershipId: id } = await join()
    await steps.refuse(id, 'changelevel', { LevelId: goldId, AtOnce: true }, 409, 'wrong-status')
    expect(
      (await steps.refuse(id, 'changelevel', { LevelId: 999_999 }, 422, 'unknown-reference')).errors[0]?.pointer,
    ).toBe('/LevelId')
    await steps.take(id, 'pay', { PaymentTypeId: 1, Amount: 1 })
    await steps.refuse(id, 'changelevel', { LevelId: goldId }, 409, 'partly-paid')
  })
})

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
      ...{
        Status: 'Cancelled',
        Reason: 'Moved abroad',
        Balance: 0,
        RenewalDate: null,
        Actions: ['view', 'edit', 'reinstate'],
      },
      Terms: [{ EndDate: '2026-01-14', EndedDate: '2025-04-30' }, { IsVoided: true }],
    })
    expect(await steps.contactStatus(contactId)).toBe(16)
    const { balance } = await steps.server.database.system.contact.findFirstOrThrow({ where: { id: contactId } })
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
    expect((await steps.caller.delete(`/api/contacts/${ContactId}/1`)).statusCode).toBe(422)
    expect(await steps.take(id, 'pay', { PaymentTypeId: 1 })).toMatchObject({ Status: 'Active' })
  })

  test('rejects the deletion of the contact even if a credit equals the price', async () => {
    const { MembershipId: id, ContactId } = await join()
    for (const step of ['cancel', 'reinstate', 'cancel', 'reinstate']) {
      if (step === 'cancel') await steps.take(id, 'pay', { PaymentTypeId: 1, Amount: 60 })
      await steps.take(id, step)
    }
    const contact = await steps.server.database.system.contact.findFirstOrThrow({ where: { id: ContactId } })
    expect(contact.balance.toFixed(2)).toBe('0.00')
    const refused = await steps.caller.delete(`/api/contacts/${ContactId}/1`)
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'contact-in-use' }])
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
