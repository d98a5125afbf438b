import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTLE_ORDER } from '#areas/commerce/buying/orders/settlement.service'
import { runJobs } from '#test/support/jobs/run-jobs'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

const NOW = '2026-03-02T10:00:00Z'
const RECENT = ['ordered', 'ordered30', 'ordered90', 'ordered365']
const STATES = [...RECENT, 'pending', 'paid', 'shipped', 'partlyRefunded', 'refunded', 'cancelled']

let bench: WorkflowBench
let groupId: number
let workflowId: number
let itemId: number
let methodId: number
beforeAll(async () => {
  bench = await openWorkflows(NOW)
  groupId = await bench.group()
  workflowId = await bench.workflow([groupId])
  await post('/api/store/storeitems/0/save', { Name: 'Mug', Price: 50, InventoryTrackingMethodTypeId: '1' })
  const { Results } = await bench.good(bench.caller.get('/api/store/storeitems'))
  itemId = Number((Results as Json[])[0]?.StoreItemId)
  const counter = { Name: 'Counter', Type: 'PickUp', Price: 0 }
  methodId = Number((await post('/api/store/shippingmethods/0', counter)).ShippingMethodId)
  for (const state of STATES) await bench.good(save('orderState', state))
  await bench.good(save('orderAmount', '99.50'))
})
afterAll(() => bench.server.close())

const post = (url: string, body: Json): Promise<Json> => bench.good(bench.caller.post(url, body))

const save = (Type: string, Value: string | null, caller = bench.caller, more: Json = {}) =>
  caller.post(`/api/workflows/workflowstep/${workflowId}/0`, {
    SystemStepTypeId: '9',
    LogicBranchOptions: { MatchAll: true, Conditions: [{ Type, Value, ...more }] },
  })

const buyer = async (): Promise<number> => {
  const contactId = await bench.person()
  await bench.join(groupId, contactId)
  return contactId
}

/** Orders pieces for 50.00 each, which an invoice bills. */
const buy = async (ContactId: number, Quantity = 1): Promise<Json> => {
  const { CartId, AuditId } = await post('/api/store/carts/0', {
    ContactId,
    Lines: [{ StoreItemId: itemId, Quantity }],
    ShippingMethodId: methodId,
  })
  return post(`/api/store/carts/${CartId}/checkout`, { AuditId, PaymentMethod: 'Invoice' })
}

/** The names of the conditions that a contact meets: states of orders, and `amount`. */
const metBy = async (ContactId: number): Promise<string[]> => {
  const { Steps } = await post(`/api/workflows/${workflowId}/dryrun`, { ContactId })
  // A new step is the first one of its lane.
  const outcomes = (Steps as Json[]).map(({ Outcome }) => Outcome).reverse()
  return [...STATES, 'amount'].filter((_state, at) => outcomes[at] === 'yes')
}

test('a branch on orderState or orderAmount follows the orders of a contact', async () => {
  const one = await buyer()
  const other = await buyer()
  expect(await metBy(one)).toEqual([])
  const order = await buy(one)
  expect(await metBy(one)).toEqual([...RECENT, 'pending'])
  await buy(one)
  expect(await metBy(one)).toEqual([...RECENT, 'pending', 'amount'])
  expect(await metBy(other)).toEqual([])
  await post(`/api/store/storeorders/${order.StorePurchaseId}/cancel`, { AuditId: order.AuditId })
  expect(await metBy(one)).toEqual([...RECENT, 'pending', 'cancelled'])
  bench.setTime('2026-05-15T10:00:00Z')
  expect(await metBy(one)).toEqual(['ordered', 'ordered90', 'ordered365', 'pending', 'cancelled'])
  bench.setTime('2027-03-03T10:00:00Z')
  expect(await metBy(one)).toEqual(['ordered', 'pending', 'cancelled'])
  bench.setTime(NOW)
})

/** Orders pieces and pays their invoice. */
const buyPaid = async (ContactId: number, Quantity: number): Promise<Json> => {
  const order = await buy(ContactId, Quantity)
  const Applications = [{ InvoiceId: order.InvoiceId }]
  await post('/api/finance/payments/0', { ContactId, Amount: 50 * Quantity, PaymentTypeId: 1, Applications })
  return order
}

/** Sends or refunds one piece of an order. */
const change = async ({ StorePurchaseId }: Json, action: 'ship' | 'refund') => {
  const { AuditId, LineItems } = await bench.good(bench.caller.get(`/api/store/storeorders/${StorePurchaseId}`))
  const [line] = LineItems as Json[]
  const Lines = [{ StoreOrderLineId: line?.StoreOrderLineId, Quantity: 1 }]
  await post(`/api/store/storeorders/${StorePurchaseId}/${action}`, { AuditId, Lines })
  await runJobs(bench.server, SETTLE_ORDER)
}

test('a branch on orderState follows the payment, the shipment and the refunds of an order', async () => {
  const contact = await buyer()
  const order = await buyPaid(contact, 2)
  expect(await metBy(contact)).toEqual([...RECENT, 'paid', 'amount'])
  await change(order, 'refund')
  expect(await metBy(contact)).toEqual([...RECENT, 'partlyRefunded'])
  await change(order, 'refund')
  expect(await metBy(contact)).toEqual(['refunded'])
  await change(await buyPaid(contact, 1), 'ship')
  expect(await metBy(contact)).toEqual([...RECENT, 'shipped', 'refunded'])
})

test('describes and checks its values, and requires store:read', async () => {
  const { Steps } = await post(`/api/workflows/${workflowId}/dryrun`, { ContactId: await buyer() })
  expect((Steps as Json[]).map(({ Name }) => Name).reverse()).toEqual([
    'If having an order',
    'If having an order of the last 30 days',
    'If having an order of the last 90 days',
    'If having an order of the last 365 days',
    'If having an order that is not paid',
    'If having a paid order',
    'If having a shipped order',
    'If having a partly refunded order',
    'If having a refunded order',
    'If having a cancelled order',
    'If orders of the last 365 days are at least 99.50',
  ])
  const bad: [string, string | null][] = [
    ['orderState', 'late'],
    ['orderState', null],
  ]
  for (const value of ['0', '-5', '1.234', 'much', null]) bad.push(['orderAmount', value])
  for (const [type, value] of bad) {
    const { errors } = await bench.refused(save(type, value), 422, 'workflow-rule')
    expect(errors, `${type} ${value}`).toMatchObject([{ pointer: '/LogicBranchOptions/Conditions/0/Value' }])
  }
  await bench.refused(save('orderAmount', '5', bench.caller, { Operator: 'gt' }), 422, 'workflow-rule')
  const editor = await bench.server.caller(bench.caller.tenant, ['workflows:read', 'workflows:write'])
  await bench.refused(save('orderState', 'paid', editor), 403, 'insufficient-scope')
  await bench.refused(save('orderAmount', '5', editor), 403, 'insufficient-scope')
})
