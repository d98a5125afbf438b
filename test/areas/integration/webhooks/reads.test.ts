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

describe('GET /api/webhooks/setup/{webhookid}/state (getWebhookState)', () => {
  test('returns the pause, the health and the numbers of deliveries, without those of tests', async () => {
    const { id } = await bench.webhook('/state', { WebHookFilters: ['signature.created'], IsPaused: true })
    const { system } = bench.server.database
    const [pausedAt, failingSince, lastSuccessAt] = [2, 3, 4].map((day) => new Date(`2026-03-0${day}T10:00:00Z`))
    await system.webhook.updateMany({
      where: { id },
      data: {
        pauseReason: 'gone',
        pausedAt: pausedAt ?? null,
        failingSince: failingSince ?? null,
        lastSuccessAt: lastSuccessAt ?? null,
      },
    })
    const statuses = ['waiting', 'sending', 'held', 'preparing', 'failed', 'failed', 'delivered', 'dropped']
    const now = new Date()
    const times = { occurredAt: now, createdAt: now, dueAt: new Date(now.getTime() + 3_600_000) }
    await system.webhookDelivery.createMany({
      data: [...statuses.map((status) => ({ status, isTest: false })), { status: 'failed', isTest: true }].map(
        (row) => ({
          ...{ tenantId: bench.mine.tenant.id, webhookId: id, kind: 'signature.created', body: '{}', ...times },
          ...row,
        }),
      ),
    })
    expect(await good('getWebhookState', bench.mine.get(`${SETUP}/${id}/state`))).toEqual({
      WebHookId: String(id),
      IsPaused: true,
      PausedDate: '2026-03-02T10:00:00.000Z',
      PauseReason: 'gone',
      FailingSinceDate: '2026-03-03T10:00:00.000Z',
      LastSuccessDate: '2026-03-04T10:00:00.000Z',
      WaitingCount: 4,
      FailedCount: 2,
    })
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
