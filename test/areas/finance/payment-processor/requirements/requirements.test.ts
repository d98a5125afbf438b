import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import type { Json } from '#test/support/people/contact-parts'

const URL = `${PROCESSOR}/payprocrequirementsdetails`

let bench: ProcessorBench
beforeAll(async () => {
  bench = await openProcessorBench()
})
afterAll(() => bench.server.close())

describe('POST /api/integration/payproc/payprocrequirementsdetails (checkRequirements)', () => {
  test('emits an event if the requirements have changed', async () => {
    const caller = await bench.server.tenant()
    const { PaymentGatewayId } = (await caller.post('/api/paymentgateways/0', { Name: 'New' })).json()
    for (let times = 0; times < 2; times++) await caller.post(URL)
    const where = { tenantId: caller.tenant.id, kind: 'paymentgateway.requirements' }
    const events = await bench.server.database.system.outboxEvent.findMany({ where })
    expect(events).toMatchObject([
      { entityId: PaymentGatewayId, payload: { CurrentlyDue: ['representative.identity_document'], PastDue: [] } },
    ])
  })

  test('reads the requirements again, and returns the menus of the caller', async () => {
    const { body } = await bench.good('checkRequirements', bench.mine.post(URL))
    expect(body).toMatchObject({
      ActionRequired: true,
      ProductType: 'Association',
      CurrentUserId: 0,
      CurrentLoginId: 0,
    })
    expect(body.QuickActionsV2).toContainEqual({
      Name: 'addContact',
      Title: 'Add contact',
      Url: '/api/contacts/person/0',
      Order: 1,
    })
    for (const { Url } of [...(body.QuickActionsV2 as Json[]), ...(body.UserActionsV2 as Json[])]) {
      const answers = [await bench.mine.get(String(Url)), await bench.mine.post(String(Url), {})]
      expect(answers.map((answer) => answer.json().code)).not.toContain('no-such-route')
    }
    const limited = await bench.server.caller(bench.mine.tenant, ['payment-processor:write'])
    expect((await limited.post(URL)).json()).toMatchObject({
      QuickActionsV2: [{ Name: 'addCharge' }],
      UserActionsV2: [],
    })
    expect((await bench.theirs.post(URL)).json()).toMatchObject({ ActionRequired: false })
  })
})

describe('GET /api/integration/payproc/payprocrequirementsdetails (getRequirementsDetails)', () => {
  test('shows what is required, to callers that may manage the accounts', async () => {
    await bench.mine.post(URL)
    const { body } = await bench.good('getRequirementsDetails', bench.mine.get(URL))
    expect(body).toMatchObject({
      HasAccess: true,
      AccountList: [{ AccountId: bench.account, CurrentlyDue: ['representative.identity_document'], PastDue: [] }],
      FutureAccountList: [{ CurrentlyDue: ['company.tax_id'] }],
      AccountListHtml: '<ul><li>Main: representative identity document</li></ul>',
    })
    expect(body.RequirementsMessage).toMatch(/^1 account needs attention by \d{4}-\d{2}-\d{2}\.$/)
    const reader = await bench.server.caller(bench.mine.tenant, ['payment-processor:read'])
    expect((await bench.good('getRequirementsDetails', reader.get(URL))).body).toMatchObject({
      HasAccess: false,
      AccountList: [],
      RequirementsMessage: null,
    })
    expect((await bench.theirs.get(URL)).json()).toMatchObject({ AccountList: [], RequirementsMessage: null })
  })
})
