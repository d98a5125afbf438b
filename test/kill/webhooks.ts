import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealSecret } from '#areas/integration/webhooks/secrets.model'
import { readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { openInstallationSecret } from '#services/auth/installation-secret'
import { openWebhookBench, type WebhookBench } from '../support/integration/webhook-bench.ts'
import { startWorker, WORKER_SECRET, type Worker } from '../support/processes/worker.ts'

const WEBHOOKS = 2
/** Number of concurrent deliveries of a webhook. */
const AT_ONCE = 4

let bench: WebhookBench
let worker: Worker | undefined

const start = async (): Promise<void> => {
  worker = await startWorker({ DATABASE_URL: bench.server.url, OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1' })
}

/** Seals the secret with the key of the worker's installation. The test's own server has another key. */
const sealForWorker = async (webhookId: number, secret: string): Promise<void> => {
  const { system, systemPool } = bench.server.database
  const installation = await openInstallationSecret(readConfig({ GUILDHALL_SECRET: WORKER_SECRET }), systemPool)
  const sealed = sealSecret(sealer(installation.key('sealed-records')), bench.mine.tenant.id, webhookId, secret)
  await system.webhookSecret.updateMany({ where: { webhookId }, data: { sealed } })
}

export interface WebhookKills {
  kills: number
  events: number
}

/** Defines the test of a worker that is killed while it delivers events. */
export const testWebhookKills = ({ kills, events }: WebhookKills): void => {
  beforeAll(async () => {
    bench = await openWebhookBench()
  })
  afterAll(async () => {
    await worker?.kill()
    await bench.close()
  })

  test(
    `killed ${kills} times while it delivers: each event arrives at each webhook, under one id`,
    async () => {
      const secrets = new Map<string, string>()
      for (let n = 0; n < WEBHOOKS; n++) {
        const path = `/kill${n}`
        // With this delay the worker usually dies after the receiver accepted a delivery and before it records that.
        bench.receiver.on(path, (response) => void setTimeout(() => response.writeHead(204).end(), 15))
        const { id, secret } = await bench.webhook(path, { WebHookFilters: ['group.*'] })
        await sealForWorker(id, secret)
        secrets.set(path, secret)
      }
      const ids = Array.from({ length: events }, (_, n) => n + 1)
      await bench.emit(ids)
      for (let killed = 0; killed < kills; killed++) {
        const before = bench.receiver.arrived.length
        await start()
        await expect
          .poll(() => bench.receiver.arrived.length, { timeout: 40_000, interval: 1 })
          .toBeGreaterThan(before + (killed % 5))
        await worker?.kill()
      }
      await start()
      const { system } = bench.server.database
      const delivered = () => system.webhookDelivery.count({ where: { status: 'delivered' } })
      await expect.poll(delivered, { timeout: 60_000, interval: 100 }).toBe(events * WEBHOOKS)
      for (const [path, secret] of secrets) {
        const arrived = bench.receiver.arrived.filter((one) => one.path === path)
        const byEvent = new Map<number, Set<string>>()
        for (const { id, body, headers } of arrived) {
          const { data } = new Webhook(secret).verify(body, headers) as { data: { Id: number } }
          byEvent.set(data.Id, (byEvent.get(data.Id) ?? new Set()).add(`${id} ${body}`))
        }
        expect([...byEvent.keys()].sort((a, b) => a - b)).toEqual(ids)
        expect([...byEvent.values()].filter(({ size }) => size !== 1)).toEqual([])
        expect(new Set(arrived.map(({ id }) => id)).size).toBe(events)
      }
      const repeats = bench.receiver.arrived.length - events * WEBHOOKS
      console.log(`${repeats} of ${events * WEBHOOKS} deliveries arrived once more after ${kills} kills`)
      expect(repeats).toBeLessThanOrEqual(kills * AT_ONCE * WEBHOOKS)
    },
    120_000 + kills * 30_000,
  )
}
