import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebhookBench, type WebhookBench } from '#test/support/webhooks'
import { deliveriesOf, SETUP } from '#test/support/api/webhooks'

const EVENTS = 150

let bench: WebhookBench
beforeAll(async () => {
  bench = await openWebhookBench()
})
afterAll(() => bench.close())

const { at, arrivals, state } = deliveriesOf(() => bench)

test('three workers deliver each event once, a few at a time to one receiver', async () => {
  let [now, most] = [0, 0]
  bench.receiver.on('/once', (response) => {
    most = Math.max(most, ++now)
    setTimeout(() => {
      now--
      response.writeHead(204).end()
    }, 20)
  })
  const { id } = await bench.webhook('/once', { WebHookFilters: ['group.*'] })
  await Promise.all([bench.work(), bench.work(), bench.work()])
  await bench.emit(Array.from({ length: EVENTS }, (_, n) => n + 1))
  await arrivals('/once', EVENTS)
  await expect.poll(async () => (await state(id)).WaitingCount, { timeout: 10_000 }).toBe(0)
  expect(new Set(at('/once').map((one) => one.id)).size).toBe(EVENTS)
  expect(at('/once')).toHaveLength(EVENTS)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(4)
}, 60_000)

test('of many who change a webhook on one version one does', async () => {
  const { id } = await bench.webhook('/versions', { WebHookFilters: ['webhook.*'] })
  const body = { Id: String(id), Url: `${bench.receiver.url}/versions`, IgnoreWebhookValidation: true }
  const saves = Array.from({ length: 20 }, (_, n) =>
    bench.mine.post(SETUP, { ...body, Description: `of ${n}` }, { 'if-match': '"1"' }),
  )
  const statuses = (await Promise.all(saves)).map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([200, ...Array<number>(19).fill(412)])
})

test('a secret that cannot be opened is a failure like another, with a pause behind it', async () => {
  const { id } = await bench.webhook('/unsealed', { WebHookFilters: ['group.*'] })
  const { system } = bench.server.database
  await system.webhookSecret.updateMany({ where: { webhookId: id }, data: { sealed: 'nothing of ours' } })
  await bench.emit([1])
  const failed = () => system.webhookDelivery.findFirst({ where: { webhookId: id, failures: 1, status: 'waiting' } })
  await expect.poll(failed, { timeout: 15_000 }).not.toBeNull()
  expect(at('/unsealed')).toEqual([])
})
