import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MembershipJson, openMemberships, type Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'

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

describe('POST /api/memberships/{membershipId}/renew/dryrun (previewMembershipRenewal)', () => {
  const preview = async (id: number, body: object = {}) => {
    const before = await steps.get(id)
    const answer = await steps.step(id, 'renew/dryrun', body)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await steps.get(id)).toEqual(before)
    expectShape('previewMembershipRenewal', answer.json())
    return answer.json()
  }

  test('returns the term and the invoice that the renewal then makes, and changes nothing', async () => {
    const { MembershipId: id } = await paid()
    steps.setDay('2025-06-01')
    const shown = await preview(id)
    expect(shown).toMatchObject({
      LevelId: levelId,
      Level: 'Regular',
      StartDate: '2026-01-15',
      EndDate: '2027-01-14',
      Months: 12,
      Amount: 120,
      Tax: 0,
      Total: 120,
      IsEffectiveAtOnce: false,
      PaymentPlanId: null,
    })
    const { Terms, Invoices, ContactId } = await steps.take(id, 'renew', { AuditId: shown.AuditId })
    expect(Terms.at(-1)).toMatchObject({ StartDate: shown.StartDate, EndDate: shown.EndDate, Amount: shown.Amount })
    const [{ DueDate }] = shown.Parts
    expect(Invoices.at(-1)).toMatchObject({ Total: shown.Total, DueDate })
    expect(shown.BilledContactId).toBe(ContactId)
  })

  test('returns a term without a price as effective at once, without an invoice', async () => {
    const free = await steps.level(typeId, { Name: 'Honorary', Price: 0 })
    const { MembershipId: id } = await steps.join(await steps.person(), typeId, free)
    expect(await preview(id)).toMatchObject({ IsEffectiveAtOnce: true, Total: 0, BilledContactId: null, Parts: [] })
  })

  test('is refused for the reasons of the renewal', async () => {
    const { MembershipId: id } = await join()
    await steps.refuse(id, 'renew/dryrun', {}, 409, 'term-waiting')
    const { MembershipId: other, AuditId } = await paid()
    await steps.refuse(other, 'renew/dryrun', { AuditId: AuditId + 1 }, 409, 'stale-audit-id')
    await steps.refuse(other, 'renew/dryrun', { PaymentPlanId: 999_999 }, 422, 'unknown-reference')
    await steps.take(other, 'cancel')
    await steps.refuse(other, 'renew/dryrun', {}, 409, 'membership-ended')
    expect((await steps.step(999_999, 'renew/dryrun')).statusCode).toBe(404)
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
    const { MembershipId: id } = await paid()
    const { MembershipId: later } = await paid()
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
