import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCollections, runPlanDay, startPlanDay } from '#test/support/commerce/collections'
import { addPlannedType, type PartJson, type PlannedType } from '#test/support/commerce/payment-plans'
import { type MembershipJson, openMemberships, type Steps } from '#test/support/people/memberships'

let steps: Steps
let planned: PlannedType
beforeAll(async () => {
  steps = await openMemberships('2026-01-15', { own: true })
  expect((await steps.caller.post('/api/paymentgateways/0', { Name: 'Cards', IsDefault: true })).statusCode).toBe(200)
  planned = await addPlannedType(steps)
})
afterAll(() => steps.server.close())
beforeEach(() => steps.setDay('2026-01-15'))

const saveMethod = async ({ MembershipId }: MembershipJson, PaymentToken: string) => {
  const saved = await steps.caller.post(`/api/memberships/${MembershipId}/paymentmethod`, { PaymentToken })
  expect(saved.statusCode, saved.body).toBe(200)
}

const joinWith = async (token: string, contactId?: number): Promise<MembershipJson> => {
  const { typeId, levelId, planId } = planned
  const more = { PaymentPlanId: planId }
  const joined = contactId ? await steps.join(contactId, typeId, levelId, more) : await planned.join()
  await saveMethod(joined, token)
  return joined
}

const firstPartOf = async ({ MembershipId }: MembershipJson): Promise<PartJson> =>
  (await steps.caller.get(`/api/memberships/${MembershipId}/schedule`)).json().Parts[0]

/** The payments of a contact as [date, amount]. */
const paymentsOf = async (contactId: number) => {
  const list = await steps.caller.get(`/api/finance/payments?$filter=ContactId eq ${contactId}&$orderby=PaymentId`)
  return list.json().Results.map((one: { ReceivedDate: string; Amount: number }) => [one.ReceivedDate, one.Amount])
}

describe('the collection of parts', () => {
  test('charges once if two workers run it at the same time', async () => {
    const joined = await joinWith('tok_visa')
    await Promise.all([startPlanDay(steps), startPlanDay(steps)])
    await Promise.allSettled([runCollections(steps), runCollections(steps)])
    await runPlanDay(steps)
    expect(await paymentsOf(joined.ContactId)).toEqual([['2026-01-15', 100]])
    expect(await firstPartOf(joined)).toMatchObject({ Status: 'Paid', Attempts: [{ Status: 'succeeded' }] })
  })

  test('collects after a refusal, and activates the membership with that payment', async () => {
    const joined = await joinWith('tok_chargeDeclined')
    await runPlanDay(steps)
    expect((await steps.get(joined.MembershipId)).Status).toBe('Pending')
    await saveMethod(joined, 'tok_visa')
    steps.setDay('2026-01-16')
    await runPlanDay(steps)
    expect(await paymentsOf(joined.ContactId)).toEqual([['2026-01-16', 100]])
    expect((await firstPartOf(joined)).Attempts.map(({ Status }) => Status)).toEqual(['failed', 'succeeded'])
    expect((await steps.get(joined.MembershipId)).Status).toBe('Active')
  })

  test('charges no gateway account of another currency', async () => {
    const joined = await joinWith('tok_visa')
    const { processorAccount } = steps.server.database.system
    const setCurrency = (currencyCode: string) =>
      processorAccount.updateMany({ where: { tenantId: steps.caller.tenant.id }, data: { currencyCode } })
    await setCurrency('EUR')
    await runPlanDay(steps)
    const path = `/api/memberships/${joined.MembershipId}/paymentmethod`
    expect((await steps.caller.post(path, { PaymentToken: 'tok_visa' })).json().code).toBe('wrong-currency')
    await setCurrency('USD')
    expect(await paymentsOf(joined.ContactId)).toEqual([])
    const Problem = expect.stringContaining('has the currency EUR, and the tenant has USD')
    expect((await firstPartOf(joined)).Attempts).toMatchObject([{ Status: 'failed', Problem }])
  })

  test('collects from an organization', async () => {
    const joined = await joinWith('tok_visa', await steps.organization())
    await runPlanDay(steps)
    expect(await paymentsOf(joined.ContactId)).toEqual([['2026-01-15', 100]])
  })

  test('collects nothing of a part that staff was paid for before the job ran', async () => {
    const joined = await joinWith('tok_visa')
    await startPlanDay(steps)
    await steps.take(joined.MembershipId, 'pay', { PaymentTypeId: 1, Amount: 100 })
    await runCollections(steps)
    expect(await paymentsOf(joined.ContactId)).toEqual([['2026-01-15', 100]])
    expect((await firstPartOf(joined)).Attempts).toMatchObject([{ Status: 'skipped' }])
  })

  test('posts the payment to the winner if the member is merged before the job runs', async () => {
    const joined = await joinWith('tok_visa')
    await startPlanDay(steps)
    const WinnerContactId = await steps.person()
    const { contact } = steps.server.database.system
    const versionOf = async (id: number) =>
      (await contact.findFirstOrThrow({ where: { tenantId: steps.caller.tenant.id, id } })).auditId
    const merged = await steps.caller.post('/api/contacts/merge', {
      WinnerContactId,
      LoserContactId: joined.ContactId,
      WinnerAuditId: await versionOf(WinnerContactId),
      LoserAuditId: await versionOf(joined.ContactId),
    })
    expect(merged.statusCode, merged.body).toBe(200)
    await runCollections(steps)
    await runPlanDay(steps)
    expect(await paymentsOf(WinnerContactId)).toEqual([['2026-01-15', 100]])
    expect((await steps.get(joined.MembershipId)).Status).toBe('Active')
  })

  test('collects nothing of a membership that was cancelled before the job ran', async () => {
    const joined = await joinWith('tok_visa')
    await startPlanDay(steps)
    await steps.take(joined.MembershipId, 'cancel')
    await runCollections(steps)
    steps.setDay('2026-04-15')
    await runPlanDay(steps)
    expect(await paymentsOf(joined.ContactId)).toEqual([])
  })
})
