import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { logsOf } from '#test/support/integration/logs'
import { refusal } from '#test/support/people/contact-parts'

let server: TestApp
let caller: TestCaller
let log: ReturnType<typeof logsOf>
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  log = logsOf(caller)
})
afterAll(() => server.close())

const SENT = { method: 'POST', url: '/api/logs/public', headers: { 'user-agent': 'Browser/1.0' } } as const
const send = (body: object, at = server, remoteAddress = '127.0.0.1') =>
  at.app.inject({ ...SENT, remoteAddress, payload: body })
const report = (of: object) => send({ TenantKey: caller.tenant.key, ...of })

describe('POST /api/logs/public (acceptPublicLog)', () => {
  test('stores an error without a credential, as text and without secrets of addresses', async () => {
    const response = await report({
      Message: '<script>alert(1)</script>\u0007\u202e at https://u:pw@a.example/x?token=1#y',
      Component: 'join-form',
      Url: 'https://a.example/join?email=dana@a.example#top',
      Level: 'Warning',
      Stack: 'at render (https://a.example/join.js?session=9:41:12)\r\nat main',
    })
    expect([response.statusCode, response.json()]).toEqual([200, {}])
    const { rows, total } = await log.search({ LogType: 'Browser' })
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({
      Level: 'Warning',
      LogType: 'Browser',
      Source: 'join-form',
      SourceType: 'Browser',
      EntityPrimaryType: null,
      Message: '<script>alert(1)</script> at https://a.example/x',
    })
    const { DeepDetails } = await log.details(rows[0]?.RowId ?? '')
    expect(DeepDetails).toBe(
      'Page: https://a.example/join\nBrowser: Browser/1.0\nat render (https://a.example/join.js:41:12)\nat main',
    )
  })

  test('accepts the text of sendBeacon, and empty fields', async () => {
    const body = { TenantKey: caller.tenant.key, Message: 'sent by a beacon', Level: '', OccurredDate: '' }
    const headers = { ...SENT.headers, 'content-type': 'text/plain;charset=UTF-8' }
    const beacon = await server.app.inject({ ...SENT, headers, payload: JSON.stringify(body) })
    expect([beacon.statusCode, beacon.json()]).toEqual([200, {}])
    expect((await log.search({ Criteria: 'beacon' })).rows).toMatchObject([{ Level: 'Error', LogType: 'Browser' }])
    const broken = await server.app.inject({ ...SENT, headers, payload: '{"TenantKey":' })
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'malformed-json'])
    const large = await server.app.inject({
      ...SENT,
      headers,
      payload: JSON.stringify({ Message: 'x'.repeat(17_000) }),
    })
    expect(large.statusCode).toBe(413)
    const other = { 'content-type': 'text/plain', authorization: `ApiKey ${caller.key}` }
    const elsewhere = { method: 'POST', url: '/api/groups/0', headers: other, payload: '{"Name":"x"}' } as const
    expect((await server.app.inject(elsewhere)).statusCode).toBe(415)
  })

  test('does not pose as the server', async () => {
    await report({ Message: 'posed', Component: ' SERVER\u0007' })
    expect((await log.search({ Criteria: 'posed' })).rows).toMatchObject([{ Source: 'Browser' }])
  })

  test('cuts long texts, and takes its own time for one that cannot be true', async () => {
    await report({ Message: `long ${'m'.repeat(5000)}`, Stack: 's'.repeat(9000), OccurredDate: '2020-01-01T00:00:00Z' })
    const { rows } = await log.search({ Criteria: 'long' })
    expect(rows[0]?.Message).toHaveLength(2000)
    expect(Date.now() - Date.parse(String(rows[0]?.CreatedDate))).toBeLessThan(60_000)
    expect(String((await log.details(rows[0]?.RowId ?? '')).DeepDetails)).toHaveLength(
      'Browser: Browser/1.0\n'.length + 8000,
    )
  })

  test('returns the same response for an unknown tenant, and bounds the body', async () => {
    for (const TenantKey of ['no-such-tenant', '../x', 'A'])
      expect((await send({ TenantKey, Message: 'x' })).json()).toEqual({})
    expect(await refusal(send({ TenantKey: caller.tenant.key, Message: 'x'.repeat(17_000) }))).toEqual([
      413,
      'body-too-large',
    ])
    expect(await refusal(send({ TenantKey: caller.tenant.key, Message: '' }))).toEqual([400, '/Message'])
  })

  test('stores no more than 10,000 a day, also at once and with dates of the day before', async () => {
    const { rateWindow } = server.database.system
    const subject = { startsWith: `public-log:${caller.tenant.id}@` }
    expect(await rateWindow.updateMany({ where: { subject }, data: { used: 9_998 } })).toEqual({ count: 1 })
    const OccurredDate = new Date(Date.now() - 80_000_000).toISOString()
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, n) => report({ Message: `overflow ${n}`, ...(n % 2 === 0 && { OccurredDate }) })),
    )
    expect(new Set(sent.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await log.messages({ Criteria: 'overflow' })).toHaveLength(2)
    const other = await server.tenant()
    await send({ TenantKey: other.tenant.key, Message: 'elsewhere' })
    expect(await logsOf(other).messages({ Criteria: 'elsewhere' })).toEqual(['elsewhere'])
  })

  test('takes 20 tokens of the rate limit of the address', async () => {
    const limited = await buildTestApp({ config: { addressRate: 60 } })
    const statuses: number[] = []
    for (let n = 0; n < 4; n++)
      statuses.push((await send({ TenantKey: 'none', Message: 'x' }, limited, '127.81.7.3')).statusCode)
    await limited.close()
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})
