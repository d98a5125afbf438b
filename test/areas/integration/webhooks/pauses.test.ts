import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookRetention } from '#areas/integration/webhooks/deliveries/retention.job'
import { systemClock } from '#kernel/time/clock'
import { countLockWaits, waitForLocks } from '#test/support/database/wait-for-lock'
import { failuresIn } from '#test/support/integration/failures'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'
import { deliveriesOf, SETUP, verified } from '#test/support/integration/webhooks'

let bench: WebhookBench
beforeAll(async () => {
  bench = await openWebhookBench()
  await bench.work()
})
afterAll(() => bench.close())

const { at, good, attempts, arrivals, state, logged } = deliveriesOf(() => bench)

describe('POST /api/webhooks/setup (saveWebhook)', () => {
  test('collects deliveries in a pause, sends them after it and drops old ones', async () => {
    const { id } = await bench.webhook('/paused', { WebHookFilters: ['group.*'], IsPaused: true })
    const go = { Id: String(id), Url: `${bench.receiver.url}/paused`, IsPaused: false }
    await bench.emit([81, 82])
    await expect.poll(async () => (await state(id)).WaitingCount, { timeout: 10_000 }).toBe(2)
    const { system } = bench.server.database
    const [oldest] = await system.webhookDelivery.findMany({ where: { webhookId: id }, orderBy: { id: 'asc' } })
    const occurredAt = new Date(Date.now() - 6 * 86_400_000)
    await system.webhookDelivery.updateMany({ where: { id: oldest?.id ?? 0 }, data: { occurredAt, dueAt: occurredAt } })
    expect(await state(id)).toMatchObject({ IsPaused: true, PauseReason: 'asked', PausedDate: expect.any(String) })
    const { WaitingCount: _waiting, FailedCount: _failed, ...health } = await state(id)
    const rows = (await bench.mine.get('/api/webhooks/setup')).json() as { WebHookId: string }[]
    expect(
      rows.find(({ WebHookId }) => WebHookId === String(id)),
      'the list shows the same',
    ).toMatchObject(health)
    expect(at('/paused')).toEqual([])
    expect((await bench.mine.post(SETUP, go)).statusCode).toBe(200)
    await logged(id, 1)
    expect(await state(id)).toMatchObject({ IsPaused: false, PauseReason: null, PausedDate: null, WaitingCount: 0 })
    const dropped = await system.webhookDelivery.findMany({ where: { webhookId: id, status: 'dropped' } })
    expect(dropped.map((one) => one.id)).toEqual([oldest?.id])
    // A delivery that is replayed in a pause is not dropped again after it, even if its event is old.
    expect((await bench.mine.post(SETUP, { ...go, IsPaused: true })).statusCode).toBe(200)
    const span = { From: occurredAt.toISOString(), To: new Date(occurredAt.getTime() + 1000).toISOString() }
    expect(await good('replayWebhookDeliveries', bench.mine.post(`${SETUP}/${id}/replay`, span))).toEqual({ Queued: 1 })
    expect(await state(id)).toMatchObject({ IsPaused: true, WaitingCount: 1 })
    const context = { database: bench.server.database, clock: systemClock, log: bench.server.app.log }
    await webhookRetention(30).task(context, {})
    expect((await bench.mine.post(SETUP, go)).statusCode).toBe(200)
    const [sent] = await logged(id, 2)
    expect(sent).toMatchObject({ MessageId: `msg_${oldest?.tenantId}_${oldest?.id}`, DeliveryStatus: 'delivered' })
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
          tenantId: bench.mine.tenant.id,
          webhookId: id,
          kind: 'signature.created',
          body: '{}',
          ...times,
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

describe('GET /api/webhooks/setup/{webhookid}/state (getWebhookState)', () => {
  test.each([
    ['410', 'gone', 410, 0],
    ['only failures for five days', 'failing', 500, 5 * 86_400_000],
  ])(
    'returns the pause caused by %s, which is also in the history, the log of the tenant and an event',
    async (_name, reason, status, ago) => {
      const path = `/${reason}`
      const { id } = await bench.webhook(path, { WebHookFilters: ['group.*'] })
      const watching = await bench.webhook(`${path}-watch`, { WebHookFilters: ['webhook.paused'] })
      bench.receiver.on(path, (response) => void response.writeHead(status).end())
      const { system } = bench.server.database
      await system.webhook.updateMany({
        where: { id },
        data: { failingSince: ago ? new Date(Date.now() - ago) : null },
      })
      await bench.emit([91])
      await logged(id, 1)
      await expect.poll(async () => (await state(id)).PauseReason, { timeout: 5000 }).toBe(reason)
      expect(await state(id)).toMatchObject({ IsPaused: true, WaitingCount: 1 })
      await arrivals(`${path}-watch`, 1)
      expect(verified(watching.secret, at(`${path}-watch`)[0])).toMatchObject({ data: { Entity: 'webhook', Id: id } })
      const entry = await system.auditEntry.findFirst({
        where: { entity: 'webhook', entityId: id },
        orderBy: { id: 'desc' },
      })
      expect(entry).toMatchObject({
        actor: 'system',
        auditId: 2,
        changes: {
          IsPaused: { old: false, new: true },
          PauseReason: { old: null, new: reason },
        },
      })
      const failures = await failuresIn(bench.server, bench.mine.tenant.id)
      expect(failures.at(-1)).toMatchObject({ kind: 'webhookPaused', level: 5, type: 'Webhook', of: `webhook ${id}` })
      expect((await bench.mine.get(`${SETUP}/details/${id}`)).headers.etag).toBe('"2"')
      await bench.emit([92])
      await expect.poll(async () => (await state(id)).WaitingCount, { timeout: 5000 }).toBe(2)
      expect(at(path)).toHaveLength(1)
    },
  )
})

describe('POST /api/webhooks/setup (saveWebhook)', () => {
  test('pauses a delivery that is under way at the pause and fails', async () => {
    const { id } = await bench.webhook('/under-way', { WebHookFilters: ['group.*'] })
    const open: ServerResponse[] = []
    bench.receiver.on('/under-way', (response) => void open.push(response))
    await bench.emit([98])
    await arrivals('/under-way', 1)
    const pause = { Id: String(id), Url: `${bench.receiver.url}/under-way`, IsPaused: true }
    expect((await bench.mine.post(SETUP, pause)).statusCode).toBe(200)
    open[0]?.writeHead(500).end()
    const [attempt] = await logged(id, 1)
    expect(attempt).toMatchObject({ IsSuccess: false, DeliveryStatus: 'held', NextAttemptDate: null })
    expect(await state(id)).toMatchObject({ IsPaused: true, PauseReason: 'asked', WaitingCount: 1 })
  })

  test('retries a delivery that fails at the moment of the resumption', async () => {
    const { id } = await bench.webhook('/resumed', { WebHookFilters: ['group.*'] })
    const open: ServerResponse[] = []
    bench.receiver.on('/resumed', (response) => void open.push(response))
    await bench.emit([99])
    await arrivals('/resumed', 1)
    const body = { Id: String(id), Url: `${bench.receiver.url}/resumed`, IgnoreWebhookValidation: true }
    expect((await bench.mine.post(SETUP, { ...body, IsPaused: true })).statusCode).toBe(200)
    // The resumption has released the waiting deliveries, but is not committed yet, when the attempt ends.
    const resuming = await bench.server.database.system.$transaction(async (tx) => {
      await tx.$executeRaw`lock table audit_entry in share mode`
      const response = bench.mine.post(SETUP, { ...body, IsPaused: false })
      await waitForLocks(bench.server.database, 1)
      open[0]?.writeHead(500).end()
      await expect.poll(async () => (await countLockWaits(bench.server.database)) + (await attempts(id)).length).toBe(2)
      return { response }
    })
    expect((await resuming.response).statusCode).toBe(200)
    const [attempt] = await logged(id, 1)
    expect(attempt).toMatchObject({ IsSuccess: false, DeliveryStatus: 'waiting' })
  })
})
