import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'
import { deliveriesOf, SETUP } from '#test/support/integration/webhooks'
import { refusal } from '#test/support/people/contact-parts'

const FORBIDDEN = [403, 'insufficient-scope']

let bench: WebhookBench
/** A caller that can change webhooks, and cannot read groups. */
let few: TestCaller
beforeAll(async () => {
  bench = await openWebhookBench()
  few = await bench.server.caller(bench.mine.tenant, ['webhooks:read', 'webhooks:write'])
  await bench.work()
})
afterAll(() => bench.close())

let name = 0
let path = ''
beforeEach(() => {
  path = `/telling-${++name}`
})

const full = { PayloadStyle: 'full', WebHookFilters: ['group.*'] }
const { at } = deliveriesOf(() => bench)
const own = () => ({ Url: `${bench.receiver.url}${path}-own`, IgnoreWebhookValidation: true })

describe('POST /api/webhooks/setup (saveWebhook)', () => {
  test('returns 403 for a new Url of waiting records that the caller may not read', async () => {
    const { id } = await bench.webhook(path, full)
    bench.receiver.on(path, (response) => void response.writeHead(500).end())
    await bench.emit([1])
    await expect.poll(() => at(path).length).toBe(1)
    const turned = { Id: String(id), ...own(), PayloadStyle: 'thin' }
    expect(await refusal(few.post(SETUP, turned))).toEqual(FORBIDDEN)
    expect(await refusal(few.post(SETUP, { ...turned, IsPaused: true }))).toEqual(FORBIDDEN)
    const calmed = { Id: String(id), Url: `${bench.receiver.url}${path}`, PayloadStyle: 'thin', IsPaused: true }
    expect((await few.post(SETUP, calmed)).statusCode).toBe(200)
    expect((await bench.mine.post(SETUP, turned)).statusCode).toBe(200)
  })
})

describe('POST /api/webhooks/setup (saveWebhook)', () => {
  test('pauses, resumes and describes a webhook with records that the caller may not read', async () => {
    const { id } = await bench.webhook(path, full)
    for (const change of [{ IsPaused: true }, { Description: 'Paused' }, { IsPaused: false }])
      expect((await few.post(SETUP, { Id: String(id), ...change })).statusCode).toBe(200)
    expect(await refusal(few.post(SETUP, { Id: String(id), ...own() }))).toEqual(FORBIDDEN)
    expect(await refusal(few.post(SETUP, { Id: String(id), WebHookFilters: ['*'] }))).toEqual(FORBIDDEN)
  })

  test('rejects one of two simultaneous changes that only together would send records', async () => {
    const { id } = await bench.webhook(path, { WebHookFilters: ['signature.created'] })
    const asked: ServerResponse[] = []
    bench.receiver.on(`${path}-own`, (response) => void asked.push(response))
    const styled = few.post(SETUP, { Id: String(id), ...own(), IgnoreWebhookValidation: false, PayloadStyle: 'full' })
    await expect.poll(() => asked.length).toBe(1)
    const filtered = await few.post(SETUP, { Id: String(id), ...own(), WebHookFilters: ['group.*'] })
    expect(filtered.statusCode, filtered.body).toBe(200)
    asked[0]?.writeHead(204).end()
    expect(await refusal(styled)).toEqual(FORBIDDEN)
    expect((await bench.mine.get(`${SETUP}/details/${id}`)).json()).toMatchObject({ PayloadStyle: 'thin' })
  })
})

describe('POST /api/webhooks/setup/{webhookid}/secret/rotate (rotateWebhookSecret)', () => {
  test('returns 403 in the full style for a caller that may not read the records, and keeps the secret', async () => {
    const { id } = await bench.webhook(path, full)
    const shown = async () => (await bench.mine.get(`${SETUP}/details/${id}`)).json()
    const before = await shown()
    expect(await refusal(few.post(`${SETUP}/${id}/secret/rotate`, {}))).toEqual(FORBIDDEN)
    expect(await refusal(few.post(SETUP, { Id: String(id), RotateSecret: true }))).toEqual(FORBIDDEN)
    const thin = { Id: String(id), RotateSecret: true, PayloadStyle: 'thin' }
    expect(await refusal(few.post(SETUP, thin))).toEqual(FORBIDDEN)
    expect(await shown()).toEqual(before)
    const reader = await bench.server.caller(bench.mine.tenant, ['webhooks:write', 'groups:read'])
    expect((await reader.post(`${SETUP}/${id}/secret/rotate`, {})).statusCode).toBe(200)
    const other = await bench.webhook(path, { ...full, PayloadStyle: 'thin' })
    expect((await few.post(`${SETUP}/${other.id}/secret/rotate`, {})).statusCode).toBe(200)
  })
})

describe('the events of seats in the full style', () => {
  test('require the scope admin', async () => {
    const scopes = ['webhooks:write', 'member-logins:read', 'logs:read']
    const caller = await bench.server.caller(bench.mine.tenant, scopes)
    for (const filter of ['seat.*', 'seat.created']) {
      const settings = { ...own(), PayloadStyle: 'full', WebHookFilters: [filter] }
      expect(await refusal(caller.post(SETUP, settings))).toEqual(FORBIDDEN)
      expect((await bench.mine.post(SETUP, settings)).statusCode).toBe(200)
    }
    const thin = { ...own(), WebHookFilters: ['seat.*'] }
    expect((await caller.post(SETUP, thin)).statusCode).toBe(200)
  })
})
