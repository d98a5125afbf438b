import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookRetention } from '#areas/integration/webhooks/deliveries/retention.job'
import { createLogger } from '#kernel/logging/logger'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'
import { deliveriesOf, SETUP } from '#test/support/integration/webhooks'

const lines: string[] = []
let clock = new Date()
let bench: WebhookBench
beforeAll(async () => {
  const log = createLogger('trace', { write: (line) => void lines.push(line) })
  bench = await openWebhookBench({ log, clock: { now: () => clock } })
  await bench.work()
})
afterAll(() => bench.close())

const { at, logged, arrivals } = deliveriesOf(() => bench)

test('the log contains no secret, signature, address or content of a webhook', async () => {
  bench.receiver.on('/token-in-path', (response) => void response.writeHead(500).end('what the receiver says'))
  const { id, secret } = await bench.webhook('/token-in-path', { PayloadStyle: 'full' })
  const { Secret } = (await bench.mine.post(`${SETUP}/${id}/secret/rotate`, {})).json()
  await bench.mine.post(SETUP, { Url: `${bench.receiver.url}/token-in-path` })
  await bench.mine.post('/api/groups/0', { Name: 'Xanthippe' })
  await arrivals('/token-in-path', 3)
  const row = await bench.server.database.system.webhookSecret.findFirst({ where: { webhookId: id } })
  const signature = at('/token-in-path').map(({ headers }) => headers['webhook-signature']?.slice(3, 40) ?? '')
  const hidden = [secret.slice(6), Secret.slice(6), row?.sealed ?? '', ...signature, 'what the receiver says']
  const log = lines.join('\n')
  expect(log).toContain('webhook sent')
  for (const text of [...hidden, 'token-in-path', 'Xanthippe']) expect(log).not.toContain(text)
})

test('retention deletes old deliveries and drops those that a pause stopped for too long', async () => {
  const { id } = await bench.webhook('/kept', { WebHookFilters: ['group.*'] })
  await bench.emit([1])
  await logged(id, 1)
  const paused = { Id: String(id), Url: `${bench.receiver.url}/kept`, IsPaused: true }
  expect((await bench.mine.post(SETUP, paused)).statusCode).toBe(200)
  await bench.emit([2])
  const { system } = bench.server.database
  const statuses = async () =>
    (await system.webhookDelivery.findMany({ where: { webhookId: id } })).map((d) => d.status)
  await expect.poll(async () => (await statuses()).length).toBe(2)
  const { task } = webhookRetention(30)
  const now = clock
  const run = async (days: number) => {
    clock = new Date(now.getTime() + days * 86_400_000)
    await task({ database: bench.server.database, clock: { now: () => clock }, log: bench.server.app.log }, {})
    return (await statuses()).sort()
  }
  expect(await run(4)).toEqual(['delivered', 'held'])
  expect(await run(6)).toEqual(['delivered', 'dropped'])
  expect(await run(31)).toEqual(['dropped'])
  expect(await run(37)).toEqual([])
  expect(await system.webhookAttempt.count({ where: { webhookId: id } })).toBe(0)
  expect((await bench.mine.delete(`${SETUP}/${id}`)).statusCode).toBe(200)
  await run(68)
  expect(await system.webhook.count({ where: { id } })).toBe(0)
})
