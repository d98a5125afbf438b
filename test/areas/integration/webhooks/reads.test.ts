import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveriesOf, SETUP } from '#test/support/api/webhooks'
import { openWebhookBench, type WebhookBench } from '#test/support/webhooks'

let bench: WebhookBench
beforeAll(async () => {
  bench = await openWebhookBench()
  await bench.work()
})
afterAll(() => bench.close())

const { good } = deliveriesOf(() => bench)

describe('GET /api/webhooks/setup (listWebhooks)', () => {
  test('returns the webhooks by description, without secrets', async () => {
    const mine = await bench.server.tenant()
    for (const Description of ['Zoo', 'Alpha']) await bench.webhook(`/list/${Description}`, { Description }, mine)
    const response = await mine.get(SETUP)
    expect(response.json().map(({ Description }: { Description: string }) => Description)).toEqual(['Alpha', 'Zoo'])
    expect(response.body).not.toContain('whsec_')
  })
})

describe('GET /api/webhooks/setup/details/{webhookid} (getWebhook)', () => {
  test('returns the settings with a masked secret and the version', async () => {
    const { id, secret } = await bench.webhook('/details', { WebHookFilters: ['group.*'] })
    const response = await bench.mine.get(`${SETUP}/details/${id}`)
    expect(response.json()).toMatchObject({
      ...{ WebHookId: String(id), WebHookFilters: ['group.*'], Secret: `whsec_****${secret.slice(-4)}` },
    })
    expect(response.headers.etag).toBe('"1"')
    expect((await bench.mine.get(`${SETUP}/details/9999999999`)).statusCode).toBe(404)
  })
})

describe('GET /api/webhooks/setup/{webhookid}/test (getWebhookTest)', () => {
  test('returns the exact names of the events that the filters match', async () => {
    const { id } = await bench.webhook('/tests', { WebHookFilters: ['task.*'] })
    const { WebHookFilters } = await good('getWebhookTest', bench.mine.get(`${SETUP}/${id}/test`))
    const kinds = ['task.created', 'task.updated', 'task.completed', 'task.reopened', 'task.deleted']
    expect([...(WebHookFilters as string[])].sort()).toEqual(kinds.sort())
    expect((await bench.mine.get(`${SETUP}/9999999999/test`)).statusCode).toBe(404)
  })
})
