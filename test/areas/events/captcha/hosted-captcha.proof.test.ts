import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CaptchaFailure, type CaptchaTools, createCaptcha, requireCaptcha } from '#areas/events/captcha/captcha.service'
import { Problem } from '#kernel/errors/problem'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type Receiver, startReceiver } from '#test/support/integration/receiver'

const PATH = '/siteverify'

let server: TestApp
let mine: TestCaller
let tools: CaptchaTools
let service: Receiver
beforeAll(async () => {
  service = await startReceiver()
  const config = { captchaVerifyUrl: `${service.url}${PATH}`, captchaSiteKey: 'site-1', captchaSecret: 's&cret' }
  server = await buildTestApp({ config: { ...config, outboundAllowed: '127.0.0.1' } })
  mine = await server.tenant()
  tools = server.app.captchaTools
})
afterAll(async () => {
  await server.close()
  await service.close()
})

const scopeOf = () =>
  systemScope({ database: server.database, clock: systemClock, log: server.app.log }, mine.tenant.id)

/** Returns `accepted`, the reason of the failure, or the status of the problem. */
const use = async (response: string, by = tools) =>
  requireCaptcha(await scopeOf(), by, { response, isStaff: false, isDisabled: false }).then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof CaptchaFailure) return error.reason
      if (error instanceof Problem) return error.status
      throw error
    },
  )
const respond = (status: number, body: unknown) =>
  service.on(PATH, (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })

describe('createCaptcha with a captcha service', () => {
  test('returns the site key', async () => {
    const nothing = { Algorithm: null, Challenge: null, Salt: null, MaxNumber: null, Signature: null }
    expect(await createCaptcha(await scopeOf(), tools)).toEqual({ Kind: 'Hosted', SiteKey: 'site-1', ...nothing })
  })
})

describe('requireCaptcha with a captcha service', () => {
  test('posts secret and response as a form, and accepts a verified response once', async () => {
    respond(200, { success: true, hostname: 'example.org' })
    expect([await use('tok en+1'), await use('tok en+1'), await use('2')]).toEqual(['accepted', 'used', 'accepted'])
    const [sent] = service.arrived
    expect(sent?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({ secret: 's&cret', response: 'tok en+1' })
  })

  test.each([
    [200, { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    [200, { success: false }],
    [400, { success: false, 'error-codes': ['invalid-input-response'] }],
  ])('rejects a response for which the service returns %d %j', async (status, body) => {
    respond(status, body)
    expect(await use('rejected')).toBe('invalid')
    // It was not used: the service can accept it later.
    respond(200, { success: true })
    expect(await use(`rejected ${status} ${JSON.stringify(body)}`)).toBe('accepted')
  })

  test.each([
    [200, { success: false, 'error-codes': ['invalid-input-secret'] }],
    [200, { success: false, 'error-codes': ['internal-error'] }],
    [200, { success: 'true' }],
    [200, 'not json'],
    [200, 'null'],
    [302, { success: true }],
    [500, { success: false }],
    [200, `{"success":true,"more":"${'x'.repeat(70_000)}"}`],
  ])('returns 503 if the service returns %d %j', async (status, body) => {
    respond(status, body)
    expect(await use('unknown')).toBe(503)
  })

  test('returns 503 after 5 seconds if the service does not respond', async () => {
    service.on(PATH, () => undefined)
    const begun = Date.now()
    expect(await use('silent')).toBe(503)
    expect(Date.now() - begun).toBeGreaterThan(4900)
    expect(Date.now() - begun).toBeLessThan(9000)
  }, 15_000)

  test('returns 503 if no connection is made, or the address may not be called', async () => {
    for (const url of ['http://127.0.0.1:1/siteverify', 'http://127.0.0.2/siteverify', 'https://captcha.invalid/'])
      expect([url, await use('x', { ...tools, config: { ...tools.config, captchaVerifyUrl: url } })]).toEqual([
        url,
        503,
      ])
  })
})
