import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { Schema } from '#client/operations'
import { verifyWebhook, type WebhookFault, WebhookVerificationError } from '#client/webhooks'
import { openWebhookBench } from '../support/integration/webhook-bench.ts'

const bench = await openWebhookBench()
afterAll(() => bench.close())

const SECRET = `whsec_${Buffer.alloc(24, 5).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(24, 6).toString('base64')}`
const BODY = JSON.stringify({ type: 'group.updated', timestamp: '', tenantKey: 'a', data: { Entity: 'group', Id: 1 } })

/** A delivery that another implementation of the standard has signed. */
const signed = ({ body = BODY, secret = SECRET, at = new Date(), id = 'msg_1_2' } = {}) => ({
  body,
  headers: {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  },
})

const faultOf = async (verified: Promise<unknown>): Promise<WebhookFault | undefined> => {
  const error = await verified.then(() => undefined).catch((reason: unknown) => reason)
  if (error !== undefined && !(error instanceof WebhookVerificationError)) throw error
  return error?.fault
}

describe('a delivery of the server', () => {
  test('is verified, with the types of its event', async () => {
    const { secret } = await bench.webhook('/full', { WebHookFilters: ['group.*'], PayloadStyle: 'full' })
    await bench.work()
    await bench.mine.post('/api/groups/0', { Name: 'Board' })
    await expect.poll(() => bench.receiver.arrived.filter(({ path }) => path === '/full').length).toBe(1)
    const [arrived] = bench.receiver.arrived
    if (!arrived) throw new Error('Nothing has arrived')
    const event = await verifyWebhook(arrived, secret)
    if (event.type !== 'group.created') throw new Error(event.type)
    expectTypeOf(event.data.Record).toEqualTypeOf<Schema<'GroupEdit'> | null | undefined>()
    expect(event.data.Record?.Name).toBe('Board')
    expect(event).toMatchObject({ tenantKey: bench.mine.tenant.key, data: { Entity: 'group', AuditId: 1 } })
    expect(await faultOf(verifyWebhook(arrived, OTHER))).toBe('wrong-signature')
  })
})

describe('verifyWebhook', () => {
  test('reads the headers of a Request and those of Node.js, and the body as text or bytes', async () => {
    const { headers, body } = signed()
    const event = await verifyWebhook({ headers: new Headers(headers), body }, SECRET)
    expect(event.type).toBe('group.updated')
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    expect(await verifyWebhook({ headers: lists, body: Buffer.from(body) }, SECRET)).toEqual(event)
  })

  test('reads the bytes of an ArrayBuffer', async () => {
    const { headers, body } = signed()
    const { buffer, byteOffset, byteLength } = Buffer.from(body)
    const bytes = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
    expect((await verifyWebhook({ headers, body: bytes }, SECRET)).type).toBe('group.updated')
  })

  test.each([
    ['a parsed object', JSON.parse(BODY)],
    ['undefined', undefined],
  ])('says that it needs the raw body if it gets %s', async (what, body) => {
    const { headers } = signed()
    const verified = verifyWebhook({ headers, body: body as string }, SECRET)
    await expect(verified).rejects.toThrow(TypeError)
    await expect(verified).rejects.toThrow(`must be its raw text or bytes, not ${what}: `)
  })

  test('accepts one matching signature of several, and one matching secret of several', async () => {
    const { headers, body } = signed()
    const others = `v1,AAAA v2,${'A'.repeat(44)} v1,not*base64 `
    const rotated = { ...headers, 'webhook-signature': others + headers['webhook-signature'] }
    expect((await verifyWebhook({ headers: rotated, body }, [OTHER, SECRET])).tenantKey).toBe('a')
    expect(await faultOf(verifyWebhook({ headers: rotated, body }, OTHER))).toBe('wrong-signature')
  })

  test('rejects a time that differs by more than the tolerance', async () => {
    const now = Date.now()
    const at = (seconds: number) => signed({ at: new Date(now + seconds * 1000) })
    expect(await faultOf(verifyWebhook(at(-290), SECRET, { now }))).toBeUndefined()
    expect(await faultOf(verifyWebhook(at(-302), SECRET, { now }))).toBe('wrong-time')
    expect(await faultOf(verifyWebhook(at(302), SECRET, { now }))).toBe('wrong-time')
    expect(await faultOf(verifyWebhook(at(-302), SECRET, { now, tolerance: 600 }))).toBeUndefined()
  })

  test.each<[string, Record<string, string>, WebhookFault]>([
    ['no id', { 'webhook-id': '' }, 'missing-header'],
    ['no signature', { 'webhook-signature': '' }, 'missing-header'],
    ['a time in words', { 'webhook-timestamp': 'today' }, 'invalid-timestamp'],
    ['another id', { 'webhook-id': 'msg_1_3' }, 'wrong-signature'],
    ['a signature of another version', { 'webhook-signature': 'v1a,AAAA' }, 'wrong-signature'],
  ])('rejects a delivery with %s', async (_name, changed, fault) => {
    const { headers, body } = signed()
    expect(await faultOf(verifyWebhook({ headers: { ...headers, ...changed }, body }, SECRET))).toBe(fault)
  })

  test('reports a secret that is none, and a signed body that is no event', async () => {
    expect(await faultOf(verifyWebhook(signed(), 'whsec_*'))).toBe('invalid-secret')
    expect(await faultOf(verifyWebhook(signed(), ''))).toBe('invalid-secret')
    expect(await faultOf(verifyWebhook(signed(), undefined as unknown as string))).toBe('invalid-secret')
    expect(await faultOf(verifyWebhook(signed({ body: '[1]' }), SECRET))).toBe('invalid-body')
    expect(await faultOf(verifyWebhook(signed({ body: '{' }), SECRET))).toBe('invalid-body')
  })

  test('rejects a body in which any byte differs', async () => {
    const { headers, body } = signed()
    const bytes = Buffer.from(body)
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(change, async ([index, mask]) => {
        const forged = Buffer.from(bytes)
        forged[index] = (forged[index] ?? 0) ^ mask
        expect(await faultOf(verifyWebhook({ headers, body: forged }, SECRET))).toBe('wrong-signature')
      }),
    )
  })
})
