import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptList } from '#areas/integration/webhooks/attempts/attempts.listing'
import { pageSql } from '#kernel/listing/page-sql'
import { parseListRequest } from '#kernel/listing/request'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { Prisma } from '#prisma/client'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'
import { deliveriesOf, SETUP } from '#test/support/integration/webhooks'
import { refusal } from '#test/support/people/contact-parts'

let bench: WebhookBench
beforeAll(async () => {
  bench = await openWebhookBench()
  await bench.work()
})
afterAll(() => bench.close())

const { at, good, attempts, state, logged, hurry } = deliveriesOf(() => bench)

describe('GET /api/webhooks/setup/{webhookid}/attempts (listWebhookAttempts)', () => {
  test('returns pages and filters, and shows records only to callers that may read them', async () => {
    const { id } = await bench.webhook('/log', { WebHookFilters: ['group.created'], PayloadStyle: 'full' })
    for (const Name of ['L1', 'L2', 'L3']) await bench.mine.post('/api/groups/0', { Name })
    await logged(id, 3)
    const first = await bench.mine.get(`${SETUP}/${id}/attempts?$top=2`)
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    expect(first.json().TotalRecordAvailable).toBe('3')
    expect((await bench.mine.get(next)).json().Results).toHaveLength(1)
    expect(await attempts(id, '?$filter=IsSuccess eq false')).toEqual([])
    const [one] = await attempts(id)
    const stored = await bench.server.database.system.webhookAttempt.findMany({ where: { webhookId: id } })
    expect(stored.map(({ kind }) => kind)).toEqual(Array(3).fill('group.created'))
    expect(await attempts(id, "?$filter=EventType eq 'group.created'")).toHaveLength(3)
    expect(await attempts(id, `?$filter=MessageId eq '${one?.MessageId}' and StatusCode ge 200`)).toEqual([one])
    const path = `${SETUP}/${id}/attempts/${one?.AttemptId}`
    const few = await bench.server.caller(bench.mine.tenant, ['webhooks:read'])
    expect((await few.get(path)).json().Body).toBeNull()
    expect((await bench.mine.get(path)).json().Body).toContain('"Record":{"GroupId"')
    expect(await refusal(bench.mine.get(`${SETUP}/${id}/attempts?$filter=Body eq 'x'`))).toEqual([400, 'query:$filter'])
    const theirs = await bench.server.tenant()
    for (const foreign of [`${SETUP}/${id}/attempts`, path, `${SETUP}/${id}/state`])
      expect((await theirs.get(foreign)).statusCode).toBe(404)
  })
})

describe('GET /api/webhooks/setup/{webhookid}/attempts (listWebhookAttempts)', () => {
  const rows = [
    { kind: 'group.updated', isTest: false, status: 'delivered', isSuccess: true, statusCode: 204, minute: 20 },
    { kind: 'contact.created', isTest: true, status: 'failed', isSuccess: false, statusCode: 500, minute: 10 },
    { kind: 'task.deleted', isTest: false, status: 'waiting', isSuccess: false, statusCode: null, minute: 30 },
  ]
  const time = (minute: number) => `2026-03-02T10:${minute}:00.000Z`

  /** A webhook with one attempt of each row; returns its id and those of the attempts and deliveries. */
  const logOf = async () => {
    const { system } = bench.server.database
    const { id: tenantId } = bench.mine.tenant
    // A paused webhook: the worker sends nothing.
    const { id } = await bench.webhook('/fields', { WebHookFilters: ['signature.created'], IsPaused: true })
    const made: { id: number; deliveryId: number }[] = []
    for (const [at, { kind, isTest, status, isSuccess, statusCode, minute }] of rows.entries()) {
      const occurredAt = new Date(time(minute))
      const due = { occurredAt, createdAt: occurredAt, dueAt: new Date(time(minute + 5)) }
      const delivery = { tenantId, webhookId: id, kind, isTest, status, body: '{}', ...due }
      const { id: deliveryId } = await system.webhookDelivery.create({ data: delivery })
      const result = {
        isSuccess,
        statusCode,
        durationMs: at + 1,
        error: isSuccess ? null : `Fault ${at}`,
        answer: null,
      }
      const attempt = { tenantId, webhookId: id, deliveryId, at: occurredAt, ...result }
      const { id: attemptId } = await system.webhookAttempt.create({ data: attempt })
      made.push({ id: Number(attemptId), deliveryId: Number(deliveryId) })
    }
    return { id, made }
  }

  test('filters by each field, and returns each attempt as its own operation does', async () => {
    const { id, made } = await logOf()
    const found = async (query: string) =>
      (await attempts(id, `?${query}`)).map(({ AttemptId }) => made.findIndex((one) => one.id === AttemptId))
    expect(await found('')).toEqual([2, 1, 0])
    expect(await found('$orderby=AttemptId')).toEqual([0, 1, 2])
    expect(await found("$filter=EventType eq 'group.updated'")).toEqual([0])
    expect(await found("$filter=DeliveryStatus eq 'waiting'")).toEqual([2])
    expect(await found('$filter=IsTest eq true')).toEqual([1])
    expect(await found('$filter=IsSuccess eq true')).toEqual([0])
    expect(await found('$filter=StatusCode eq 500')).toEqual([1])
    expect(await found(`$filter=AttemptDate gt ${time(20)}`)).toEqual([2])
    for (const [at, { kind, isTest, status, isSuccess, statusCode, minute }] of rows.entries()) {
      const { id: attemptId = 0, deliveryId = 0 } = made[at] ?? {}
      const attempt = {
        AttemptId: attemptId,
        MessageId: `msg_${bench.mine.tenant.id}_${deliveryId}`,
        EventType: kind,
        AttemptDate: time(minute),
        DurationMs: at + 1,
        IsSuccess: isSuccess,
        StatusCode: statusCode,
        Error: isSuccess ? null : `Fault ${at}`,
        IsTest: isTest,
        DeliveryStatus: status,
        NextAttemptDate: status === 'waiting' ? time(35) : null,
      }
      expect(await attempts(id, `?$filter=AttemptId eq ${attemptId}`)).toEqual([attempt])
      const one = await good('getWebhookAttempt', bench.mine.get(`${SETUP}/${id}/attempts/${attemptId}`))
      expect(one).toEqual({ ...attempt, Body: '{}', Answer: null })
    }
  })
})

describe('GET /api/webhooks/setup/{webhookid}/attempts (listWebhookAttempts): many attempts', () => {
  const COUNT = 3000

  /** A webhook with attempts of two kinds. Returns its id. */
  const manyOf = async (hasKind: boolean): Promise<number> => {
    const { system } = bench.server.database
    const tenantId = bench.mine.tenant.id
    const { id } = await bench.webhook('/many', { WebHookFilters: ['signature.created'], IsPaused: true })
    await system.$executeRaw`
      WITH made AS (INSERT INTO webhook_delivery (tenant_id, webhook_id, kind, occurred_at, due_at, status, body)
        SELECT ${tenantId}, ${id}, CASE WHEN n % 2 = 0 THEN 'group.created' ELSE 'task.deleted' END, now(), now(), 'delivered',
          repeat('x', 500) FROM generate_series(1, ${COUNT}::int) n RETURNING id, kind)
      INSERT INTO webhook_attempt (tenant_id, webhook_id, delivery_id, kind, at, duration_ms, is_success)
      SELECT ${tenantId}, ${id}, id, CASE WHEN ${hasKind} THEN kind END, now(), 5, true FROM made`
    return id
  }

  /** The number of 8 kB blocks that a page reads. */
  const blocksOf = async (id: number, filter: string): Promise<number> => {
    const { server, mine } = bench
    const context = { database: server.database, clock: systemClock, log: server.app.log }
    const scope = await systemScope(context, mine.tenant.id)
    const { listing, columns } = attemptList(id)
    const request = parseListRequest(listing, {
      filter: { text: filter, pointer: '' },
      take: { text: '1', pointer: '' },
    })
    const query = pageSql(scope, listing, request, columns)
    const [plan] = await scope.db.rows<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`,
    )
    const read = plan?.['QUERY PLAN'][0].Plan ?? {}
    return (read['Shared Hit Blocks'] ?? 0) + (read['Shared Read Blocks'] ?? 0)
  }

  test('filters by EventType without reading the deliveries, and finds attempts of earlier releases', async () => {
    const filter = "EventType eq 'group.created'"
    const [known, old] = [await manyOf(true), await manyOf(false)]
    const total = async (id: number) =>
      (await bench.mine.get(`${SETUP}/${id}/attempts?$top=1&$filter=${filter}`)).json().TotalRecordAvailable
    expect([await total(known), await total(old)]).toEqual([String(COUNT / 2), String(COUNT / 2)])
    const other = await blocksOf(known, 'IsSuccess eq true')
    expect(await blocksOf(known, filter)).toBeLessThan(other * 1.5)
    expect(await blocksOf(old, filter), 'the measure').toBeGreaterThan(other * 3)
  })
})

describe('GET /api/webhooks/setup/{webhookid}/attempts/{attemptid} (getWebhookAttempt)', () => {
  test('returns the body that was sent and the beginning of a failed response', async () => {
    bench.receiver.on('/attempt', (response) => void response.writeHead(500).end('out of order'))
    const { id } = await bench.webhook('/attempt', { WebHookFilters: ['group.updated'] })
    await bench.emit([17])
    const [attempt] = await logged(id, 1)
    const path = `${SETUP}/${id}/attempts/${attempt?.AttemptId}`
    const one = await good('getWebhookAttempt', bench.mine.get(path))
    expect(one).toMatchObject({ ...attempt, StatusCode: 500, IsSuccess: false, Answer: 'out of order' })
    expect(JSON.parse(String(one.Body))).toMatchObject({ type: 'group.updated', data: { Entity: 'group', Id: 17 } })
    expect((await bench.mine.get(`${SETUP}/${id}/attempts/2147480000`)).statusCode).toBe(404)
  })
})

describe('POST /api/webhooks/setup/{webhookid}/attempts/{attemptid}/replay (replayWebhookAttempt)', () => {
  test('queues a delivery that has failed ten times again, by itself or with others of its period', async () => {
    const { id } = await bench.webhook('/fails', { WebHookFilters: ['group.*'] })
    let status = 500
    bench.receiver.on('/fails', (response) => void response.writeHead(status).end())
    await bench.emit([61, 62])
    const { system } = bench.server.database
    await expect
      .poll(
        async () => {
          await hurry(id)
          return system.webhookDelivery.count({ where: { webhookId: id, status: 'failed' } })
        },
        { timeout: 15_000, interval: 10 },
      )
      .toBe(2)
    const log = await logged(id, 20)
    expect(await state(id)).toMatchObject({ WaitingCount: 0, FailedCount: 2 })
    status = 200
    const { AttemptId, MessageId } = log[0] ?? {}
    const replay = `${SETUP}/${id}/attempts/${AttemptId}/replay`
    expect(await good('replayWebhookAttempt', bench.mine.post(replay))).toEqual({ Queued: 1 })
    expect((await logged(id, 21))[0]).toMatchObject({ MessageId, IsSuccess: true, DeliveryStatus: 'delivered' })
    const span = { From: new Date(Date.now() - 60_000).toISOString(), To: new Date(Date.now() + 1000).toISOString() }
    const all = `${SETUP}/${id}/replay`
    expect(await good('replayWebhookDeliveries', bench.mine.post(all, span))).toEqual({ Queued: 1 })
    await logged(id, 22)
    expect(await good('replayWebhookDeliveries', bench.mine.post(all, span))).toEqual({ Queued: 0 })
    const whole = { ...span, OnlyFailed: false }
    expect(await good('replayWebhookDeliveries', bench.mine.post(all, whole))).toEqual({ Queued: 2 })
    await logged(id, 24)
    expect(new Set(at('/fails').map((one) => one.id)).size).toBe(2)
    expect(await refusal(bench.mine.post(all, { ...span, To: span.From }))).toEqual([400, '/To'])
    expect(await refusal(bench.mine.post(all, { To: span.To }))).toEqual([400, '/From'])
    expect(await refusal(bench.mine.post(`${SETUP}/${id}/attempts/999999999/replay`))).toEqual([404, 'not-found'])
  })
})

describe('POST /api/webhooks/setup/{webhookid}/replay (replayWebhookDeliveries)', () => {
  test('returns 403 for records that the caller may not read', async () => {
    const few = await bench.server.caller(bench.mine.tenant, ['webhooks:read', 'webhooks:write'])
    const { id } = await bench.webhook('/replayed', { PayloadStyle: 'full', WebHookFilters: ['group.*'] })
    await bench.emit([1])
    const [attempt] = await logged(id, 1)
    const Url = `${bench.receiver.url}/replayed-own`
    const turned = await few.post(SETUP, { Id: String(id), Url, IgnoreWebhookValidation: true, PayloadStyle: 'thin' })
    expect(turned.statusCode, turned.body).toBe(200)
    const span = { From: '2020-01-01T00:00:00Z', To: '2100-01-01T00:00:00Z', OnlyFailed: false }
    const one = `${SETUP}/${id}/attempts/${attempt?.AttemptId}/replay`
    expect(await refusal(few.post(one))).toEqual([403, 'insufficient-scope'])
    expect(await refusal(few.post(`${SETUP}/${id}/replay`, span))).toEqual([403, 'insufficient-scope'])
    expect((await bench.mine.post(one)).json()).toEqual({ Queued: 1 })
    await expect.poll(() => at('/replayed-own').length).toBe(1)
    await bench.emit([2])
    await expect.poll(() => at('/replayed-own').length).toBe(2)
    const later = { ...span, From: new Date(Date.now() + 60_000).toISOString() }
    expect((await few.post(`${SETUP}/${id}/replay`, later)).json()).toEqual({ Queued: 0 })
  })
})
