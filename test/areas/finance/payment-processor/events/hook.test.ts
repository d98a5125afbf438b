import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROCESSOR } from '#test/support/finance/payment-processor'
import { EVENT_SECRET, type OnlineBench, openOnlineBench } from '#test/support/finance/processor/online-bench'
import { signatureOf, signedEvent } from '#test/support/finance/processor/stand-in'
import type { Json } from '#test/support/people/contact-parts'

let bench: OnlineBench
beforeAll(async () => {
  bench = await openOnlineBench()
})
afterAll(() => bench.close())

const charge = async (body: Json = {}): Promise<Json> => {
  const sent = { Amount: 40, PaymentToken: 'pm_card_visa', Capture: true, ...body }
  return (await bench.mine.post(`${PROCESSOR}/charges`, sent)).json()
}
const stored = async ({ EPaymentTransactionId: id }: Json): Promise<Json> =>
  (await bench.mine.get(`${PROCESSOR}/charges/${id}`)).json()
const eventCount = () =>
  bench.server.database.system.processorEvent.count({ where: { tenantId: bench.mine.tenant.id } })

describe('POST /hooks/payment-processor/{tenantKey}', () => {
  test('updates charges, disputes, transfers and requirements, whatever order the events arrive in', async () => {
    const made = await charge({ PaymentToken: 'pm_card_Dispute', Amount: 90 })
    const [dispute] = bench.account.disputes.values()
    bench.account.decide(dispute?.id ?? '', true)
    const payout = bench.account.payOut()
    bench.account.emit('account.updated', { id: 'acct_1' })
    bench.account.events.reverse()
    await bench.handleEvents()
    const rows = (await bench.mine.get(`${PROCESSOR}/disputes`)).json()
    expect(rows).toMatchObject([{ TransactionUID: made.ChargeId, Status: 'won', Amount: 90 }])
    const today = new Date()
    const month = `Month=${today.getUTCMonth() + 1}&Year=${today.getUTCFullYear()}`
    const { Transfers } = (await bench.mine.get(`/api/paymentgateway/account/transfers?${month}`)).json()
    // 90.00 less 2.9 % and 30 cents; the dispute and its fee came back.
    expect(Transfers).toMatchObject([{ Id: payout?.id, Amount: 87.09, TransactionCount: 3, Status: 'Paid' }])
    const requirements = (await bench.mine.get(`${PROCESSOR}/payprocrequirementsdetails`)).json()
    expect(requirements.AccountList).toMatchObject([{ CurrentlyDue: ['company.tax_id'] }])
  })

  test('adds a charge that was made elsewhere', async () => {
    const form = new URLSearchParams({ amount: '1250', payment_method: 'pm_card_visa' })
    const { intent } = bench.account.pay(form)
    await bench.handleEvents()
    const { system } = bench.server.database
    const where = { tenantId: bench.mine.tenant.id, uid: String(intent.latest_charge) }
    expect(await system.processorCharge.findMany({ where })).toMatchObject([{ status: 'succeeded', requestKey: null }])
  })

  test('handles a repeated event once', async () => {
    const made = await charge()
    bench.account.refund(new URLSearchParams({ charge: String(made.ChargeId), amount: '500' }))
    const [event] = bench.account.events.slice(-1)
    if (!event) throw new Error('The stand-in emitted nothing')
    const before = await eventCount()
    expect(await Promise.all(Array.from({ length: 5 }, () => bench.deliver(event)))).toEqual([200, 200, 200, 200, 200])
    expect(await eventCount()).toBe(before + 1)
    await bench.handleEvents()
    const version = (await stored(made)).AuditId
    await bench.deliver(event)
    await bench.handleEvents()
    expect(await stored(made)).toMatchObject({ AmountRefunded: 5, AuditId: version })
  })

  test('rejects forged events, with the same response for an unknown tenant', async () => {
    const event = { id: 'evt_forged', type: 'charge.refunded', object: { id: 'ch_1' } }
    const { signature } = signedEvent('acct_1', event, 'whsec_of_another')
    const other = signedEvent('acct_1', { ...event, id: 'evt_other' }, EVENT_SECRET)
    const before = await eventCount()
    for (const forged of [signature, other.signature, '', 't=1,v1=', 'nonsense'])
      expect(await bench.deliver(event, forged)).toBe(400)
    expect(await eventCount()).toBe(before)
    const send = (key: string) =>
      bench.server.app.inject({ method: 'POST', url: `/hooks/payment-processor/${key}`, payload: '{}' })
    const unknown = await send('nobody-has-this-key')
    const own = await send(bench.mine.tenant.key)
    const shown = (body: string) => body.replace(/"(requestId|instance)":"[^"]*"/g, '')
    expect([unknown.statusCode, shown(unknown.body)]).toEqual([own.statusCode, shown(own.body)])
    expect(unknown.json().code).toBe('invalid-signature')
  })

  const sendSigned = async (payload: string, at = Math.floor(Date.now() / 1000)) => {
    const answer = await bench.server.app.inject({
      method: 'POST',
      url: `/hooks/payment-processor/${bench.mine.tenant.key}`,
      headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload, EVENT_SECRET, at) },
      payload,
    })
    return [answer.statusCode, answer.json().code]
  }

  test('rejects signatures of another time than now', async () => {
    const now = Math.floor(Date.now() / 1000)
    const payload = (id: string) =>
      JSON.stringify({
        id,
        object: 'event',
        account: 'acct_1',
        type: 'charge.updated',
        data: { object: { id: 'ch_1' } },
      })
    for (const seconds of [-3600, -400, 400, 31_536_000])
      expect(await sendSigned(payload('evt_other_time'), now + seconds)).toEqual([400, 'invalid-signature'])
    for (const seconds of [-200, 200])
      expect(await sendSigned(payload(`evt_about_now${seconds}`), now + seconds)).toEqual([200, undefined])
  })

  test('rejects signed events without id or type, and accepts those without an object as not its own', async () => {
    const malformed = [
      '{}',
      '[]',
      'null',
      '5',
      '{"id":"evt_x"}',
      '{"id":5,"type":"charge.updated"}',
      '{"id":"e\\u0000","type":"charge.updated"}',
    ]
    for (const payload of malformed)
      expect([payload, ...(await sendSigned(payload))]).toEqual([payload, 400, 'invalid-input'])
    const foreign = [
      '{"id":"evt_z","type":"charge.updated","data":{}}',
      '{"id":"evt_z","type":"charge.updated","account":"acct_1","data":{"object":{"id":7}}}',
    ]
    for (const payload of foreign) expect(await sendSigned(payload)).toEqual([200, undefined])
  })

  test('accepts events of other kinds and accounts without effect, and rejects large ones', async () => {
    const before = await eventCount()
    expect(await bench.deliver({ id: 'evt_1', type: 'customer.created', object: { id: 'cus_1' } })).toBe(200)
    expect(await eventCount()).toBe(before)
    const large = { id: 'evt_large', type: 'charge.updated', object: { id: 'ch_1', text: 'x'.repeat(600_000) } }
    expect(await bench.deliver(large)).toBe(413)
    expect(await bench.deliver({ id: 'evt_missing', type: 'charge.updated', object: { id: 'ch_missing' } })).toBe(200)
    await bench.handleEvents()
    const waiting = { tenantId: bench.mine.tenant.id, handledAt: null }
    expect(await bench.server.database.system.processorEvent.count({ where: waiting })).toBe(0)
  })
})
