import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCollections, runPlanDay, startPlanDay } from '#test/support/commerce/collections'
import { addPlannedType, type PartJson, type PlannedType, partsOf } from '#test/support/commerce/payment-plans'
import { type MembershipJson, openMemberships, type Steps } from '#test/support/people/memberships'

let steps: Steps
let planned: PlannedType
let account: number
beforeAll(async () => {
  steps = await openMemberships('2026-01-15', { own: true })
  await post('/api/paymentgateways/0', { Name: 'Default', IsDefault: true })
  planned = await addPlannedType(steps)
  const where = { tenantId: steps.caller.tenant.id, systemRole: 'membership-income' }
  account = (await steps.server.database.system.account.findFirstOrThrow({ where })).id
})
afterAll(() => steps.server.close())
beforeEach(() => steps.setDay('2026-01-15'))

const post = async (url: string, body: object) => {
  const response = await steps.caller.post(url, body)
  expect(response.statusCode, `${url} ${response.body}`).toBe(200)
  return response.json()
}

/** A member whose first part was collected on 2026-01-15. */
const joinAndCollect = async (plan = planned, gatewayId?: number, contactId?: number): Promise<MembershipJson> => {
  const contact = contactId ?? (await personWithAddress())
  const joined = await steps.join(contact, plan.typeId, plan.levelId, { PaymentPlanId: plan.planId })
  const method = { PaymentToken: 'tok_visa', ...(gatewayId && { PaymentGatewayId: gatewayId }) }
  await post(`/api/memberships/${joined.MembershipId}/paymentmethod`, method)
  await runPlanDay(steps)
  return joined
}

const personWithAddress = async (): Promise<number> => {
  const Value = `${crypto.randomUUID()}@part.example`
  const ContactList = [{ Kind: 'email', Id: 0, Value, TypeId: 1, IsPrimary: true }]
  const LastName = `Payer ${crypto.randomUUID()}`
  return (await post('/api/contacts/person/0', { FirstName: 'Ada', LastName, ContactList, forceSave: true })).ContactId
}

const days = async (...all: string[]) => {
  for (const day of all) {
    steps.setDay(day)
    await runPlanDay(steps)
  }
}

/** The charges of a contact at the processor as [day, amount, status]. */
const chargesOf = async (contactId: number) => {
  const where = { tenantId: steps.caller.tenant.id, contactId }
  const charges = await steps.server.database.system.processorCharge.findMany({ where, orderBy: { id: 'asc' } })
  return charges.map(({ createdAt, amount, status }) => [createdAt.toISOString().slice(0, 10), Number(amount), status])
}

const scheduleOf = async ({ MembershipId }: MembershipJson): Promise<PartJson[]> => {
  const found = await steps.caller.get(`/api/memberships/${MembershipId}/schedule`)
  expect(found.statusCode, found.body).toBe(200)
  return found.json().Parts
}

const invoiceOf = async ({ MembershipId }: MembershipJson): Promise<number> =>
  (await steps.get(MembershipId)).Invoices[0]?.InvoiceId ?? 0

const failuresOf = async (joined: MembershipJson) =>
  (await steps.eventsOf(joined)).filter(([kind]) => kind === 'paymentfailed').map(([, payload]) => payload)

/** The mails to a contact about parts, by template. */
const mailsTo = async (contactId: number) => {
  const list = await steps.caller.get(`/api/mail/messages?$filter=ContactId eq ${contactId}&$orderby=MessageId`)
  expect(list.statusCode, list.body).toBe(200)
  const keys: string[] = list.json().Results.map(({ TemplateKey }: { TemplateKey: string }) => TemplateKey)
  return keys.filter((key) => key.startsWith('payment-part'))
}

const versionOf = async (id: number) =>
  (await steps.server.database.system.contact.findFirstOrThrow({ where: { tenantId: steps.caller.tenant.id, id } }))
    .auditId

describe('a plan that changes after it was chosen', () => {
  test('collects the parts of the invoice, whatever the plan becomes', async () => {
    const own = await addPlannedType(steps)
    const joined = await joinAndCollect(own)
    const url = `/api/membershiptypes/${own.typeId}/paymentplan/${own.planId}`
    const { json } = await steps.caller.get(url)
    const items = [0, 1].map((MonthsAfterStart, at) => ({ PaymentNumber: at + 1, MonthsAfterStart, Amount: 200 }))
    await post(url, { ...json(), Payments: 2, PaymentPlanItems: items })
    await days('2026-02-15', '2026-04-15')
    const deleted = await steps.caller.delete(url)
    expect(deleted.statusCode, deleted.body).toBe(200)
    await days('2026-07-15', '2026-10-15', '2026-10-16')
    expect(await chargesOf(joined.ContactId)).toEqual(
      ['2026-01-15', '2026-04-15', '2026-07-15', '2026-10-15'].map((day) => [day, 100, 'succeeded']),
    )
    expect(await steps.get(joined.MembershipId)).toMatchObject({ Balance: 0 })
  })
})

describe('an invoice that is settled before its next part is due', () => {
  test('collects nothing more after a write-off, and the rest again after the write-off is void', async () => {
    const joined = await joinAndCollect()
    const written = await post('/api/finance/writeoffs/0', { InvoiceId: await invoiceOf(joined) })
    await days('2026-04-15', '2026-04-16')
    expect(await chargesOf(joined.ContactId)).toEqual([['2026-01-15', 100, 'succeeded']])
    await post(`/api/finance/writeoffs/${written.WriteOffId}/void`, {})
    await days('2026-04-17')
    expect((await chargesOf(joined.ContactId)).slice(1)).toEqual([['2026-04-17', 100, 'succeeded']])
  })

  test('collects only what a credit leaves, also if the job of the part waits', async () => {
    const joined = await joinAndCollect()
    steps.setDay('2026-04-15')
    await startPlanDay(steps)
    const Applications = [{ InvoiceId: await invoiceOf(joined), Amount: 130 }]
    const Lines = [{ Description: 'Back', UnitPrice: 130, AccountId: account }]
    await post('/api/finance/credits/0', { ContactId: joined.ContactId, Lines, Applications })
    await runCollections(steps)
    await days('2026-04-16', '2026-07-15', '2026-10-15', '2026-10-16')
    expect((await chargesOf(joined.ContactId)).slice(1)).toEqual([
      ['2026-07-15', 70, 'succeeded'],
      ['2026-10-15', 100, 'succeeded'],
    ])
    expect((await partsOf(steps, joined)).map(([, , open]) => open)).toEqual([0, 0, 0, 0])
  })
})

describe('a payment gateway that is deactivated before the next part is due', () => {
  test('reports it to staff once, sends the member no mail, and collects when the gateway is active again', async () => {
    const gateway = await post('/api/paymentgateways/0', { Name: 'Second' })
    const id: number = gateway.PaymentGatewayId
    const joined = await joinAndCollect(planned, id)
    const other = await joinAndCollect()
    const removed = await steps.caller.delete(`/api/paymentgateways/${id}`)
    expect([removed.statusCode, removed.json().code]).toEqual([409, 'in-use'])
    const off = await post(`/api/paymentgateways/${id}`, { AuditId: gateway.AuditId, IsActive: false })
    expect((await scheduleOf(joined))[1]).toMatchObject({ NextAttemptDate: null })
    await days('2026-04-15', '2026-04-16', '2026-04-18', '2026-04-23', '2026-04-30', '2026-05-10')
    expect((await scheduleOf(joined))[1]).toMatchObject({
      NextAttemptDate: null,
      Attempts: [{ Status: 'failed', Problem: expect.stringContaining('inactive') }],
    })
    expect(await failuresOf(joined)).toMatchObject([
      { partNumber: 2, attempt: 1, nextAttemptDate: null, problem: expect.stringContaining('inactive') },
    ])
    expect(await mailsTo(joined.ContactId)).not.toContain('payment-part-failed')
    expect(await chargesOf(other.ContactId)).toHaveLength(2)
    await post(`/api/paymentgateways/${id}`, { AuditId: off.AuditId, IsActive: true })
    expect((await scheduleOf(joined))[1]).toMatchObject({ NextAttemptDate: '2026-05-11' })
    await days('2026-05-11')
    expect((await chargesOf(joined.ContactId)).slice(1)).toEqual([['2026-05-11', 100, 'succeeded']])
  })

  test('leaves a charge that has begun to its own job, and does not call it failed', async () => {
    const gateway = await post('/api/paymentgateways/0', { Name: 'Third' })
    const joined = await joinAndCollect(planned, gateway.PaymentGatewayId)
    steps.setDay('2026-04-15')
    await startPlanDay(steps)
    const { system } = steps.server.database
    const tenantId = steps.caller.tenant.id
    const { id, accountId } = await system.processorCharge.findFirstOrThrow({
      where: { tenantId, contactId: joined.ContactId },
    })
    const attempt = await system.partCollection.findFirstOrThrow({ where: { tenantId, status: 'requested' } })
    const first = await system.processorCharge.findFirstOrThrow({ where: { tenantId, id } })
    // The state after a process was killed before the processor responded.
    await system.processorCharge.create({
      data: {
        tenantId,
        accountId,
        requestKey: `plan-part:${attempt.id}`,
        contactId: joined.ContactId,
        token: 'tok_visa',
        description: first.description,
        capturesAtOnce: true,
        amount: 100,
        currencyCode: first.currencyCode,
        status: 'requested',
        applications: [],
        createdAt: steps.now(),
      },
    })
    await post(`/api/paymentgateways/${gateway.PaymentGatewayId}`, { AuditId: gateway.AuditId, IsActive: false })
    await runCollections(steps)
    expect((await scheduleOf(joined))[1]?.Attempts).toMatchObject([{ Status: 'requested' }])
    expect(await failuresOf(joined)).toEqual([])
  })
})

describe('a contact that is deleted between two parts', () => {
  const refused = async (id: number) => {
    const deleted = await steps.caller.delete(`/api/contacts/${id}/${await versionOf(id)}`)
    return [deleted.statusCode, deleted.json().code]
  }

  test('rejects the deletion of the member while the membership has not ended, and of a contact that owes parts', async () => {
    const { ContactId, MembershipId } = await joinAndCollect()
    expect(await refused(ContactId)).toEqual([409, 'in-use'])
    await steps.take(MembershipId, 'cancel')
    expect(await refused(ContactId)).toEqual([422, 'open-balance'])
  })

  test('rejects the deletion of the organization that is billed while parts are open', async () => {
    const office = await steps.organization()
    const made = await post('/api/contacts/person/0', {
      FirstName: 'Ann',
      LastName: `Covered ${crypto.randomUUID()}`,
      forceSave: true,
      OrganizationsAndRoles: [{ OrganizationContactId: office }],
    })
    await post(`/api/finance/contacts/${made.ContactId}/billing`, { BillWithParent: true })
    await joinAndCollect(planned, undefined, made.ContactId)
    expect(await chargesOf(office)).toEqual([['2026-01-15', 100, 'succeeded']])
    expect(await refused(office)).toEqual([422, 'open-balance'])
  })
})
