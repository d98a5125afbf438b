import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const save = (id: number, body: Json, caller = bench.mine) => caller.post(`/api/paymentgateways/${id}`, body)
const listed = async () => {
  const { body } = await bench.good('listPaymentGateways', bench.mine.get('/api/paymentgateways'))
  return body.map(({ Name, IsDefault, AuditId }) => [Name, IsDefault, AuditId])
}

describe('GET /api/paymentgateways/{paymentGatewayId} (getPaymentGateway)', () => {
  test('returns one gateway with its version', async () => {
    const made = (await save(0, { Name: 'One' }, bench.theirs)).json()
    const answer = bench.theirs.get(`/api/paymentgateways/${made.PaymentGatewayId}`)
    expect((await answer).headers.etag).toBe('"1"')
    expect((await bench.good('getPaymentGateway', answer)).body).toEqual(made)
    expect(await refusal(bench.mine.get(`/api/paymentgateways/${made.PaymentGatewayId}`))).toEqual([404, 'not-found'])
  })
})

describe('POST /api/paymentgateways/{paymentGatewayId} (savePaymentGateway)', () => {
  test('keeps exactly one default: the first gateway until another one becomes it', async () => {
    const first = await bench.good('savePaymentGateway', save(0, { Name: 'Trial' }))
    expect(first.body).toMatchObject({ Kind: 'Sandbox', IsDefault: true, IsActive: true, AuditId: 1 })
    const id = first.body.PaymentGatewayId as number
    const second = (await save(0, { Name: 'Another' })).json()
    expect(second.IsDefault).toBe(false)
    await save(second.PaymentGatewayId, { AuditId: 1, IsDefault: true })
    expect(await listed()).toEqual([
      ['Another', true, 2],
      ['Trial', false, 2],
    ])
    expect(await refusal(save(second.PaymentGatewayId, { AuditId: 2, IsDefault: false }))).toEqual([422, '/IsDefault'])
    expect(await refusal(save(second.PaymentGatewayId, { AuditId: 2, IsActive: false }))).toEqual([422, '/IsActive'])
    expect(await refusal(save(id, { AuditId: 1, Name: 'x' }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(save(id, { AuditId: 2, Name: 'ANOTHER' }))).toEqual([409, 'duplicate'])
    expect(await refusal(save(0, { Name: null }))).toEqual([400, '/Name'])
    expect((await save(id, { AuditId: 2, Name: 'Renamed', IsActive: false })).json()).toMatchObject({ IsActive: false })
  })

  test('has a deposit account of type Bank or Asset', async () => {
    const accounts = (await bench.mine.get('/api/finance/accounts')).json().Results as Json[]
    const ofType = (type: string) => accounts.find(({ AccountType }) => AccountType === type)?.AccountId
    const made = (await save(0, { Name: 'Cards', DepositAccountId: ofType('Bank') })).json()
    expect(made.DepositAccountId).toBe(ofType('Bank'))
    const { PaymentGatewayId: id } = made
    const refused = { AuditId: 1, DepositAccountId: ofType('Income') }
    expect(await refusal(save(id, refused))).toEqual([422, '/DepositAccountId'])
    expect(await refusal(save(id, { ...refused, DepositAccountId: 2_000_000_000 }))).toEqual([422, '/DepositAccountId'])
    expect((await save(id, { AuditId: 1, Name: 'Card gateway' })).json().DepositAccountId).toBe(ofType('Bank'))
    expect((await save(id, { AuditId: 2, DepositAccountId: null })).json().DepositAccountId).toBe(null)
  })

  test('makes one default of many gateways that are created simultaneously', async () => {
    const tenant = await bench.server.tenant()
    await Promise.all(Array.from({ length: 10 }, (_, at) => save(0, { Name: `Gateway ${at}` }, tenant)))
    const rows = (await tenant.get('/api/paymentgateways')).json() as Json[]
    expect([rows.length, rows.filter(({ IsDefault }) => IsDefault).length]).toEqual([10, 1])
  })
})

describe('DELETE /api/paymentgateways/{paymentGatewayId} (deletePaymentGateway)', () => {
  test('deletes an unused gateway with its account; the default one last', async () => {
    const tenant = await bench.server.tenant()
    const first = (await save(0, { Name: 'Main' }, tenant)).json()
    const second = (await save(0, { Name: 'Mian' }, tenant)).json()
    expect([first.Actions, second.Actions]).toEqual([
      ['view', 'edit', 'delete'],
      ['view', 'edit', 'delete'],
    ])
    const remove = (id: number, headers?: Record<string, string>) =>
      tenant.delete(`/api/paymentgateways/${id}`, headers)
    expect(await refusal(remove(first.PaymentGatewayId))).toEqual([422, 'default-needed'])
    expect(await refusal(remove(second.PaymentGatewayId, { 'if-match': '"7"' }))).toEqual([412, 'precondition-failed'])
    await bench.good('deletePaymentGateway', remove(second.PaymentGatewayId))
    expect(await refusal(remove(second.PaymentGatewayId))).toEqual([404, 'not-found'])
    await bench.good('deletePaymentGateway', remove(first.PaymentGatewayId))
    expect((await tenant.get('/api/paymentgateways')).json()).toEqual([])
    const where = { tenantId: tenant.tenant.id }
    expect(await bench.server.database.system.processorAccount.count({ where })).toBe(0)
  })

  test('returns 409 in-use for a gateway with charges', async () => {
    const tenant = await bench.server.tenant()
    const { PaymentGatewayId } = (await save(0, { Name: 'Main' }, tenant)).json()
    await tenant.post('/api/integration/payproc/charges', { Amount: 5, PaymentToken: 'tok_visa', Capture: true })
    expect(await refusal(tenant.delete(`/api/paymentgateways/${PaymentGatewayId}`))).toEqual([409, 'in-use'])
    expect((await tenant.get(`/api/paymentgateways/${PaymentGatewayId}`)).json().Actions).toEqual(['view', 'edit'])
  })
})

describe('GET /api/paymentgateways (listPaymentGateways)', () => {
  test('returns 404 for the id of another tenant; a change requires payment-gateways:write', async () => {
    const { PaymentGatewayId } = (await save(0, { Name: 'Private' })).json()
    expect(await refusal(save(PaymentGatewayId, { AuditId: 1, Name: 'Theirs' }, bench.theirs))).toEqual([
      404,
      'not-found',
    ])
    const reader = await bench.server.caller(bench.mine.tenant, ['payment-gateways:read'])
    expect((await reader.get('/api/paymentgateways')).statusCode).toBe(200)
    expect((await save(0, { Name: 'Refused' }, reader)).statusCode).toBe(403)
  })
})
