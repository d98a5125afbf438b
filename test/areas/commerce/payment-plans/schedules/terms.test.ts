import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPlannedType, partsOf } from '#test/support/commerce/payment-plans'
import { openMemberships, type Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'

let steps: Steps
beforeAll(async () => {
  steps = await openMemberships('2026-01-15')
})
afterAll(() => steps.server.close())

const pay = (id: number, Amount: number) => steps.take(id, 'pay', { PaymentTypeId: 1, Amount })

describe('a membership with a payment plan', () => {
  test('gets one invoice with the parts of the plan, and takes effect with the first part', async () => {
    steps.setDay('2026-01-15')
    const joined = await (await addPlannedType(steps)).join()
    expect(joined).toMatchObject({ Status: 'Pending', Balance: 400, Invoices: [{ Total: 400, DueDate: '2026-01-15' }] })
    expect(await partsOf(steps, joined)).toEqual([
      ['2026-01-15', 100, 100],
      ['2026-04-15', 100, 100],
      ['2026-07-15', 100, 100],
      ['2026-10-15', 100, 100],
    ])
    expect((await pay(joined.MembershipId, 99.99)).Status).toBe('Pending')
    const active = await pay(joined.MembershipId, 50.01)
    expect(active).toMatchObject({ Status: 'Active', Balance: 250, Invoices: [{ DueDate: '2026-04-15' }] })
    expect((await partsOf(steps, joined)).map(([, , open]) => open)).toEqual([0, 50, 100, 100])
    const paid = await pay(joined.MembershipId, 250)
    expect(paid).toMatchObject({ Status: 'Active', Balance: 0, Terms: [{ ActivatedDate: expect.any(String) }] })
    expect((await partsOf(steps, joined)).map(([, , open]) => open)).toEqual([0, 0, 0, 0])
  })

  test('is in grace while a part is overdue, then lapsed, and active again when the part is paid', async () => {
    steps.setDay('2026-01-15')
    const joined = await (await addPlannedType(steps)).join()
    const id = joined.MembershipId
    await pay(id, 100)
    const statusOn = async (day: string) => {
      steps.setDay(day)
      return (await steps.wake(id)).Status
    }
    expect(await statusOn('2026-04-15')).toBe('Active')
    expect(await statusOn('2026-04-16')).toBe('Grace')
    expect(await statusOn('2026-04-25')).toBe('Grace')
    expect(await statusOn('2026-04-26')).toBe('Lapsed')
    expect(await pay(id, 100)).toMatchObject({ Status: 'Active', ExpirationDate: '2027-01-14' })
    expect(await statusOn('2026-07-16')).toBe('Grace')
  })

  test('scales the parts to a prorated price with tax, with the remaining cents on the first', async () => {
    steps.setDay('2026-10-20')
    const { caller } = steps
    const set = await caller.post('/api/finance/taxsets/0', { Name: 'VAT', Rates: [{ Name: 'VAT', Percent: 7 }] })
    const account = await caller.post('/api/finance/accounts/0', { Name: 'Dues', AccountType: 'Income' })
    const item = await caller.post('/api/finance/feeitems/0', {
      Name: 'Dues',
      Price: 1,
      AccountId: account.json().AccountId,
      TaxSetId: set.json().TaxSetId,
    })
    expect(item.statusCode, item.body).toBe(200)
    const type = { TermKindId: 2, RenewalMonth: 1, RenewalDay: 1, IsProrated: true }
    const planned = await addPlannedType(steps, { type, level: { FeeItemId: item.json().FeeItemId } })
    const joined = await planned.join()
    // Three of twelve months: 100, and 7 % tax.
    expect(joined.Invoices).toMatchObject([{ Total: 107 }])
    expect((await partsOf(steps, joined)).map(([, amount]) => amount)).toEqual([26.75, 26.75, 26.75, 26.75])
    const odd = await addPlannedType(steps, { type, level: { Price: 400.04 }, plan: { PaymentPlanItems: null } })
    expect((await partsOf(steps, await odd.join())).map(([, amount]) => amount)).toEqual([25.01, 25, 25, 25])
  })

  test('never requests a payment in the past if the plan is chosen late', async () => {
    steps.setDay('2026-06-10')
    const dates = ['2026-01-01', '2026-05-01', '2026-09-01', '2026-12-01']
    const PaymentPlanItems = dates.map((DueDate, at) => ({ PaymentNumber: at + 1, DueDate, Amount: 100 }))
    const { join } = await addPlannedType(steps, { plan: { PaymentPlanItems } })
    const joined = await join()
    expect(await partsOf(steps, joined)).toEqual([
      ['2026-06-10', 200, 200],
      ['2026-09-01', 100, 100],
      ['2026-12-01', 100, 100],
    ])
  })

  test('keeps its plan in a renewal, or gets another one or none', async () => {
    steps.setDay('2026-01-15')
    const planned = await addPlannedType(steps, { plan: { EndDate: '2026-12-31' } })
    const renewed = async (day: string, body: object = {}) => {
      steps.setDay('2026-01-15')
      const joined = await planned.join()
      await pay(joined.MembershipId, 400)
      steps.setDay(day)
      await steps.take(joined.MembershipId, 'renew', body)
      return partsOf(steps, joined)
    }
    expect((await renewed('2026-12-30')).map(([day]) => day)).toEqual([
      '2027-01-15',
      '2027-04-15',
      '2027-07-15',
      '2027-10-15',
    ])
    expect(await renewed('2026-12-30', { PaymentPlanId: null })).toEqual([])
    // The window of the plan is over.
    expect(await renewed('2027-01-02')).toEqual([])
    const joined = await steps.join(await steps.person(), planned.typeId, planned.levelId)
    await pay(joined.MembershipId, 400)
    const body = { PaymentPlanId: planned.planId }
    expect((await steps.refuse(joined.MembershipId, 'renew', body, 422, 'plan-rule')).errors[0]?.pointer).toBe(
      '/PaymentPlanId',
    )
  })

  test('is approved with the plan of its application', async () => {
    steps.setDay('2026-01-15')
    const planned = await addPlannedType(steps, { type: { NeedsApproval: true }, plan: { EndDate: '2026-01-15' } })
    const joined = await planned.join()
    expect(joined.Invoices).toEqual([])
    steps.setDay('2026-02-01')
    await steps.take(joined.MembershipId, 'approve')
    expect((await partsOf(steps, joined)).map(([day]) => day)).toEqual([
      '2026-02-01',
      '2026-05-01',
      '2026-08-01',
      '2026-11-01',
    ])
  })

  test('returns 422 for a plan of another level or outside its window', async () => {
    steps.setDay('2026-01-15')
    const planned = await addPlannedType(steps, { plan: { StartDate: '2026-02-01' } })
    const other = await addPlannedType(steps)
    const join = async (PaymentPlanId: number) => {
      const body = { ContactId: await steps.person(), MembershipTypeId: planned.typeId, LevelId: planned.levelId }
      return (await steps.caller.post('/api/memberships/0', { ...body, PaymentPlanId })).json()
    }
    expect(await join(planned.planId)).toMatchObject({ code: 'plan-rule', errors: [{ pointer: '/PaymentPlanId' }] })
    expect(await join(other.planId)).toMatchObject({
      code: 'unknown-reference',
      errors: [{ pointer: '/PaymentPlanId' }],
    })
  })

  test('deactivates a plan in use: members continue, and it is no longer offered', async () => {
    steps.setDay('2026-01-15')
    const planned = await addPlannedType(steps)
    const joined = await planned.join()
    const url = `/api/membershiptypes/${planned.typeId}`
    const plan = (await steps.caller.get(`${url}/paymentplan/${planned.planId}`)).json()
    expect(plan.PaymentPlanEditor.IsInUse).toBe(true)
    expect((await steps.caller.delete(`${url}/paymentplan/${planned.planId}`)).statusCode).toBe(200)
    expect((await steps.caller.get(`${url}/paymentplans`)).json().Plans).toEqual([])
    expect((await steps.caller.get(`${url}/paymentplans/lookup`)).json()).toEqual([])
    expect(await partsOf(steps, joined)).toHaveLength(4)
    const again = await steps.caller.post('/api/memberships/0', {
      ContactId: await steps.person(),
      MembershipTypeId: planned.typeId,
      LevelId: planned.levelId,
      PaymentPlanId: planned.planId,
    })
    expect(again.json().code).toBe('unknown-reference')
  })
})

describe('POST /api/membershiptypes/{membershiptypeid}/paymentplan/{membershiptypepaymentplanid}/activate (activatePaymentPlan)', () => {
  const deactivated = async () => {
    steps.setDay('2026-01-15')
    const planned = await addPlannedType(steps)
    await planned.join()
    const url = `/api/membershiptypes/${planned.typeId}`
    expect((await steps.caller.delete(`${url}/paymentplan/${planned.planId}`)).statusCode).toBe(200)
    return { ...planned, url, activate: `${url}/paymentplan/${planned.planId}/activate` }
  }

  test('offers a deactivated plan again, which the list shows on request', async () => {
    const { url, activate, join } = await deactivated()
    const inactive = async () => (await steps.caller.get(`${url}/paymentplans?includeInactive=true`)).json().Plans
    expect(await inactive()).toMatchObject([{ IsActive: false, Actions: ['activate'] }])
    const active = await steps.caller.post(activate, {})
    expect([active.statusCode, active.json().IsActive, active.headers.etag]).toEqual([200, true, '"3"'])
    expectShape('activatePaymentPlan', active.json())
    expect((await steps.caller.get(`${url}/paymentplans`)).json().Plans).toMatchObject([{ IsActive: true }])
    expect((await join()).MembershipId).toBeGreaterThan(0)
    expect((await steps.caller.post(activate, {})).headers.etag).toBe('"3"')
  })

  test('returns 409 if another plan has its name by now', async () => {
    const { url, activate, levelId } = await deactivated()
    const { Name } = (await steps.caller.get(`${url}/paymentplans?includeInactive=true`)).json().Plans[0]
    const body = { Name, Payments: 2, MembershipLevelId: String(levelId) }
    expect((await steps.caller.post(`${url}/paymentplan/0`, body)).statusCode).toBe(200)
    expect((await steps.caller.post(activate, {})).json()).toMatchObject({ status: 409, code: 'duplicate' })
  })

  test('is refused without a credential, with a stale version, and for another type or tenant', async () => {
    const { activate } = await deactivated()
    const other = await addPlannedType(steps)
    expect((await steps.server.app.inject({ method: 'POST', url: activate })).statusCode).toBe(401)
    const reader = await steps.server.caller(steps.caller.tenant, ['payment-plans:read'])
    expect((await reader.post(activate, {})).statusCode).toBe(403)
    expect((await steps.caller.post(activate, {}, { 'if-match': '"1"' })).statusCode).toBe(412)
    const elsewhere = activate.replace(/membershiptypes\/\d+/, `membershiptypes/${other.typeId}`)
    expect((await steps.caller.post(elsewhere, {})).statusCode).toBe(404)
    const foreign = await steps.server.foreignTenant()
    expect((await foreign.post(activate, {})).statusCode).toBe(404)
  })
})

describe('GET /api/finance/receivables (listReceivables)', () => {
  test('shows parts by their due dates, in the list, the totals and the balance of the contact', async () => {
    const own = await openMemberships('2026-01-15')
    try {
      const joined = await (await addPlannedType(own)).join()
      await own.take(joined.MembershipId, 'pay', { PaymentTypeId: 1, Amount: 130 })
      own.setDay('2026-08-14')
      const list = (await own.caller.get('/api/finance/receivables')).json()
      const ages = { Current: 100, Days1To30: 100, Days31To60: 0, Days61To90: 0, Over90: 70 }
      expect(list.ModelItems).toMatchObject({ InvoiceCount: 1, Total: 270, ...ages })
      expect(list.Results).toMatchObject([
        {
          DueDate: '2026-04-15',
          DaysOverdue: 121,
          Bucket: 'Over90',
          Balance: 270,
          DueBalance: 170,
          Parts: [
            { PartNumber: 2, DueDate: '2026-04-15', OpenAmount: 70, Bucket: 'Over90' },
            { PartNumber: 3, DueDate: '2026-07-15', OpenAmount: 100, Bucket: 'Days1To30' },
            { PartNumber: 4, DueDate: '2026-10-15', OpenAmount: 100, Bucket: 'Current' },
          ],
        },
      ])
      const balance = (await own.caller.get(`/api/finance/contacts/${joined.ContactId}/balance`)).json()
      expect(balance).toMatchObject({ Balance: 270, ...ages })
      const { InvoiceId } = joined.Terms[0] ?? {}
      const due = await own.caller.post(`/api/finance/invoices/${InvoiceId}`, { AuditId: 2, DueDate: '2026-12-01' })
      expect(due.json()).toMatchObject({ status: 422, code: 'posted', errors: [{ pointer: '/DueDate' }] })
      // A cancellation leaves the rest of the invoice open: staff writes it off, or collects it.
      await own.take(joined.MembershipId, 'cancel')
      const later = await own.caller.get('/api/finance/receivables')
      expect(later.json().ModelItems.Total).toBe(270)
    } finally {
      await own.server.close()
    }
  })
})
