import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import { openStore, type StoreBench } from '#test/support/commerce/buying'
import { PROCESSOR } from '#test/support/finance/payment-processor'
import { type OnlineBench, openOnlineBench } from '#test/support/finance/processor/online-bench'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: StoreBench
/** A credential that was not used before the currency has changed. */
let caller: TestCaller
beforeAll(async () => {
  bench = await openStore()
})
afterAll(() => bench.server.close())

const set = async (tenantCurrency: string, accountCurrency: string) => {
  const { tenant } = bench.mine
  const { system } = bench.server.database
  await system.tenant.update({ where: { id: tenant.id }, data: { currencyCode: tenantCurrency } })
  const where = { tenantId: tenant.id, uid: bench.account }
  await system.processorAccount.updateMany({ where, data: { currencyCode: accountCurrency } })
  caller = await bench.server.caller(tenant, ['admin'])
}
beforeEach(() => set('USD', 'USD'))

const count = () => bench.server.database.system.processorCharge.count({ where: { tenantId: bench.mine.tenant.id } })
const save = (id: number, body: Json) => caller.post(`/api/paymentgateways/${id}`, body)
const change = async (body: Json) => {
  const { AuditId } = (await caller.get(`/api/paymentgateways/${bench.gatewayId}`)).json()
  return save(bench.gatewayId, { AuditId, ...body })
}
const codeOf = async (call: ReturnType<typeof save>) => {
  const answer = await call
  return [answer.statusCode, answer.json().code]
}
const REFUSED = [422, 'wrong-currency']

describe.each([
  ['a gateway account of another currency', 'USD', 'EUR'],
  ['an account of a tenant whose currency has no decimals', 'JPY', 'JPY'],
])('%s', (name, ...currencies) => {
  test('is charged neither by the operation nor in the store', async () => {
    const contactId = await bench.person()
    const { CartId, AuditId } = await bench.cart(contactId, [[await bench.item(), 1]])
    await set(...currencies)
    const before = await count()
    const charge = { Amount: 5, PaymentToken: 'tok_visa' }
    expect(await codeOf(caller.post(`${PROCESSOR}/charges`, charge))).toEqual(REFUSED)
    const named = { ...charge, PaymentGatewayId: bench.gatewayId }
    expect(await refusal(caller.post(`${PROCESSOR}/charges`, named))).toEqual([422, '/PaymentGatewayId'])
    const order = { AuditId, PaymentToken: 'tok_visa' }
    expect(await codeOf(caller.post(`/api/store/carts/${CartId}/checkout`, order))).toEqual(REFUSED)
    expect(await count()).toBe(before)
  })

  test('is refused when its gateway is saved, unless the gateway becomes inactive', async () => {
    const { PaymentGatewayId: other } = (await save(0, { Name: `Other than ${name}` })).json()
    await set(...currencies)
    expect(await codeOf(change({ Name: 'Renamed' }))).toEqual(REFUSED)
    await set('USD', 'USD')
    expect((await save(other, { AuditId: 1, IsDefault: true })).statusCode).toBe(200)
    await set(...currencies)
    expect((await change({ IsActive: false })).json()).toMatchObject({ IsActive: false })
    expect(await codeOf(change({ IsActive: true }))).toEqual(REFUSED)
    await set('USD', 'USD')
    expect((await change({ IsActive: true, IsDefault: true })).statusCode).toBe(200)
  })
})

test('a tenant whose currency has no decimals gets no gateway with an account', async () => {
  await set('JPY', 'JPY')
  expect(await codeOf(save(0, { Name: 'Yen' }))).toEqual(REFUSED)
  expect((await save(0, { Name: 'By hand', Kind: 'Other' })).statusCode).toBe(200)
})

describe('the online processor', () => {
  let online: OnlineBench
  beforeAll(async () => {
    online = await openOnlineBench()
  })
  afterAll(() => online.close())

  test('has an account of another currency: it is refused when it is saved, and after it has changed there', async () => {
    const theirs = { Name: 'Europe', Kind: 'Processor', GatewayAccountId: 'acct_2' }
    online.standIn.account('acct_2').currency = 'eur'
    expect(await refusal(online.mine.post('/api/paymentgateways/0', theirs))).toEqual([422, '/GatewayAccountId'])
    online.account.currency = 'eur'
    expect((await online.mine.post(`${PROCESSOR}/payprocrequirementsdetails`)).statusCode).toBe(200)
    const body = { Amount: 5, PaymentToken: 'pm_card_visa', Capture: true }
    const { statusCode, ...answer } = await online.mine.post(`${PROCESSOR}/charges`, body)
    expect([statusCode, answer.json().code]).toEqual([422, 'wrong-currency'])
    expect(online.account.charges.size).toBe(0)
  })
})
