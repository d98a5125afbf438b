import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HANDLE_PROCESSOR_EVENT } from '#areas/finance/payment-processor/events/events.service'
import { runPlanDay, startPlanDay } from '#test/support/commerce/collections'
import { addPlannedType, type PartJson, type PlannedType } from '#test/support/commerce/payment-plans'
import { failuresIn } from '#test/support/integration/failures'
import { runJobs } from '#test/support/jobs/run-jobs'
import { type MembershipJson, openMemberships, type Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'

let steps: Steps
let planned: PlannedType
beforeAll(async () => {
  steps = await openMemberships('2026-01-15', { own: true })
  const gateway = await steps.caller.post('/api/paymentgateways/0', { Name: 'Cards', IsDefault: true })
  expect(gateway.statusCode, gateway.body).toBe(200)
  planned = await addPlannedType(steps)
})
afterAll(() => steps.server.close())
beforeEach(() => steps.setDay('2026-01-15'))

const scheduleOf = async ({ MembershipId }: MembershipJson): Promise<PartJson[]> => {
  const found = await steps.caller.get(`/api/memberships/${MembershipId}/schedule`)
  expect(found.statusCode, found.body).toBe(200)
  expectShape('getMembershipSchedule', found.json())
  return found.json().Parts
}

const saveMethod = async ({ MembershipId }: MembershipJson, PaymentToken: string | null, more: object = {}) => {
  const url = `/api/memberships/${MembershipId}/paymentmethod`
  const saved = await steps.caller.post(url, { PaymentToken, ...more })
  expect(saved.statusCode, saved.body).toBe(200)
  return saved.json()
}

const days = async (...all: string[]) => {
  for (const day of all) {
    steps.setDay(day)
    await runPlanDay(steps)
  }
}

/** The payments of a contact as [date, amount]. */
const paymentsOf = async ({ ContactId }: MembershipJson) => {
  const list = await steps.caller.get(`/api/finance/payments?$filter=ContactId eq ${ContactId}&$orderby=PaymentId`)
  return list.json().Results.map((one: { ReceivedDate: string; Amount: number }) => [one.ReceivedDate, one.Amount])
}

/** The mails to a contact about parts, by template. */
const mailsTo = async ({ ContactId }: MembershipJson) => {
  const where = { tenantId: steps.caller.tenant.id, contactId: ContactId, templateKey: { startsWith: 'payment-part' } }
  const mails = await steps.server.database.system.mailMessage.findMany({ where, orderBy: { id: 'asc' } })
  return mails.map(({ templateKey }) => templateKey.replace('payment-part-', ''))
}

const withAddress = async (): Promise<MembershipJson> => {
  const person = { FirstName: 'Ada', LastName: `Payer ${crypto.randomUUID()}`, forceSave: true }
  const email = { Kind: 'email', Id: 0, Value: `${crypto.randomUUID()}@walk.example`, TypeId: 1, IsPrimary: true }
  const made = await steps.caller.post('/api/contacts/person/0', { ...person, ContactList: [email] })
  return steps.join(made.json().ContactId, planned.typeId, planned.levelId, { PaymentPlanId: planned.planId })
}

describe('GET /api/memberships/{membershipId}/schedule (getMembershipSchedule)', () => {
  test('shows the parts of the plan, and 404 for a membership that does not exist', async () => {
    const joined = await planned.join()
    expect(await scheduleOf(joined)).toMatchObject([
      { PaymentNumber: 1, DueDate: '2026-01-15', Amount: 100, OpenAmount: 100, Status: 'Due', NextAttemptDate: null },
      { PaymentNumber: 2, DueDate: '2026-04-15', Status: 'Upcoming', Attempts: [] },
      { PaymentNumber: 3, DueDate: '2026-07-15', Status: 'Upcoming' },
      { PaymentNumber: 4, DueDate: '2026-10-15', Status: 'Upcoming' },
    ])
    expect((await steps.caller.get('/api/memberships/2000000000/schedule')).statusCode).toBe(404)
  })
})

describe('POST /api/memberships/{membershipId}/paymentmethod (saveMembershipPaymentMethod)', () => {
  test('collects each part on its due date: a payment on the invoice, once', async () => {
    const joined = await planned.join()
    expect(await saveMethod(joined, 'tok_visa')).toMatchObject({ HasPaymentMethod: true, GatewayName: 'Cards' })
    await days('2026-01-15', '2026-01-15', '2026-01-16', '2026-04-14', '2026-04-15', '2026-04-16', '2026-07-20')
    expect(await paymentsOf(joined)).toEqual([
      ['2026-01-15', 100],
      ['2026-04-15', 100],
      ['2026-07-20', 100],
    ])
    const parts = await scheduleOf(joined)
    expect(parts.map(({ Status }) => Status)).toEqual(['Paid', 'Paid', 'Paid', 'Upcoming'])
    expect(parts.map(({ NextAttemptDate }) => NextAttemptDate)).toEqual([null, null, null, '2026-10-15'])
    expect(parts[0]?.Attempts).toMatchObject([{ AttemptDate: '2026-01-15', Amount: 100, Status: 'succeeded' }])
    expect(await steps.get(joined.MembershipId)).toMatchObject({ Status: 'Active', Balance: 100 })
  })

  test('tries again after 3, 5 and 7 days, reports each failure by mail and event, and stops', async () => {
    const joined = await withAddress()
    await saveMethod(joined, 'tok_chargeDeclinedInsufficientFunds')
    await days(
      '2026-01-15',
      '2026-01-16',
      '2026-01-18',
      '2026-01-22',
      '2026-01-23',
      '2026-01-29',
      '2026-01-30',
      '2026-02-12',
    )
    await days('2026-02-13')
    const [first] = await scheduleOf(joined)
    expect(first?.Attempts.map(({ AttemptDate }) => AttemptDate)).toEqual([
      '2026-01-15',
      '2026-01-18',
      '2026-01-23',
      '2026-01-30',
    ])
    expect(first).toMatchObject({
      Status: 'Overdue',
      NextAttemptDate: '2026-04-15',
      Attempts: [{ Status: 'failed', Problem: 'Your card has insufficient funds.' }, {}, {}, {}],
    })
    expect(await mailsTo(joined)).toEqual(['failed', 'failed', 'failed', 'failed'])
    const failed = (await steps.eventsOf(joined)).filter(([kind]) => kind === 'paymentfailed')
    expect(failed.map(([, payload]) => payload)).toMatchObject([
      { attempt: 1, partNumber: 1, amount: '100.00', nextAttemptDate: '2026-01-18' },
      { attempt: 2 },
      { attempt: 3 },
      { attempt: 4, nextAttemptDate: null },
    ])
    const logged = await failuresIn(steps.server, steps.caller.tenant.id)
    const collections = logged.filter(({ of }) => of === `membership ${joined.MembershipId}`)
    expect(collections).toMatchObject(collections.map(() => ({ kind: 'collectionFailed', level: 4, type: 'Payment' })))
    expect(collections).toHaveLength(4)
    expect(collections[0]?.message).toContain('in attempt 1. Your card has insufficient funds.')
    // A new means of payment is tried with the next day.
    await saveMethod(joined, 'tok_visa')
    expect((await scheduleOf(joined))[0]?.NextAttemptDate).toBe('2026-02-14')
    await days('2026-02-14')
    expect(await paymentsOf(joined)).toEqual([['2026-02-14', 100]])
    expect(await steps.get(joined.MembershipId)).toMatchObject({ Status: 'Active' })
  })

  test('tries a part that was given up again when a later one is due, and then collects both', async () => {
    const joined = await planned.join()
    await steps.take(joined.MembershipId, 'pay', { PaymentTypeId: 1, Amount: 100 })
    await saveMethod(joined, 'tok_chargeDeclined')
    await days('2026-04-15', '2026-04-18', '2026-04-23', '2026-04-30', '2026-05-20')
    expect((await scheduleOf(joined))[1]?.NextAttemptDate).toBe('2026-07-15')
    expect((await scheduleOf(joined))[1]?.Attempts).toHaveLength(4)
    await days('2026-07-15')
    expect((await scheduleOf(joined))[1]?.Attempts).toHaveLength(5)
    await saveMethod(joined, 'tok_mastercard')
    await days('2026-07-16')
    expect((await paymentsOf(joined)).slice(1)).toEqual([
      ['2026-07-16', 100],
      ['2026-07-16', 100],
    ])
  })

  test('announces a part 3 days before it is due, once', async () => {
    const joined = await withAddress()
    await days('2026-04-11', '2026-04-12', '2026-04-13')
    expect(await mailsTo(joined)).toEqual(['due'])
  })

  test('collects what is left of a part, and nothing that was paid in another way meanwhile', async () => {
    const joined = await planned.join()
    await saveMethod(joined, 'tok_visa')
    await startPlanDay(steps)
    await steps.take(joined.MembershipId, 'pay', { PaymentTypeId: 1, Amount: 40 })
    await runPlanDay(steps)
    expect((await scheduleOf(joined))[0]?.Attempts).toMatchObject([{ Status: 'skipped', Amount: 100 }])
    await days('2026-01-16')
    expect(await paymentsOf(joined)).toEqual([
      ['2026-01-15', 40],
      ['2026-01-16', 60],
    ])
    await startPlanDay(steps)
    steps.setDay('2026-04-15')
    await startPlanDay(steps)
    await steps.take(joined.MembershipId, 'cancel')
    await runPlanDay(steps)
    expect(await paymentsOf(joined)).toHaveLength(2)
  })

  test('takes no second attempt while a bank debit has no result', async () => {
    const joined = await planned.join()
    await saveMethod(joined, 'tok_bankDebit')
    await days('2026-01-15', '2026-01-16', '2026-01-20')
    expect((await scheduleOf(joined))[0]?.Attempts).toMatchObject([{ Status: 'pending' }])
    const { uid } = await steps.server.database.system.processorAccount.findFirstOrThrow({
      where: { tenantId: steps.caller.tenant.id },
    })
    const day = await steps.caller.post(`/api/integration/payproc/account/${uid}/sandboxday`)
    expect(day.statusCode, day.body).toBe(200)
    await runJobs(steps.server, HANDLE_PROCESSOR_EVENT)
    await days('2026-01-21')
    expect((await scheduleOf(joined))[0]).toMatchObject({ Status: 'Paid', Attempts: [{ Status: 'succeeded' }] })
  })

  test('removes the means of payment, and rejects card numbers, unknown gateways and ended memberships', async () => {
    const joined = await planned.join()
    await saveMethod(joined, 'tok_visa')
    expect(await saveMethod(joined, null)).toMatchObject({ HasPaymentMethod: false, PaymentGatewayId: null })
    await days('2026-01-15')
    expect(await paymentsOf(joined)).toEqual([])
    const url = `/api/memberships/${joined.MembershipId}/paymentmethod`
    const refused = async (body: object) => (await steps.caller.post(url, body)).json()
    expect(await refused({ PaymentToken: '4242 4242 4242 4242' })).toMatchObject({ status: 400 })
    expect(await refused({ PaymentToken: 'tok_visa', PaymentGatewayId: 999_999 })).toMatchObject({
      code: 'unknown-reference',
    })
    await steps.take(joined.MembershipId, 'cancel')
    expect(await refused({ PaymentToken: 'tok_visa' })).toMatchObject({ status: 409, code: 'membership-ended' })
  })
})
