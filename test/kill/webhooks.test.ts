import { type ChildProcess, fork } from 'node:child_process'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealSecret } from '#areas/integration/webhooks/secrets/secrets.model'
import { openInstallationSecret } from '#kernel/auth/installation-secret'
import { readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { bundled } from '../support/bundle.ts'
import { openWebhookBench, type WebhookBench } from '../support/webhooks.ts'

const KILLS = Number(process.env.WEBHOOK_KILLS ?? 6)
const EVENTS = 300
const WEBHOOKS = 2
/** Deliveries of a webhook that are under way at once. */
const AT_ONCE = 4
const GUILDHALL_SECRET = 'the same secret for every start of it'

let bench: WebhookBench
let program: string
let child: ChildProcess | undefined
beforeAll(async () => {
  bench = await openWebhookBench()
  program = bundled('test/support/worker-process.ts')
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await bench.close()
})

/** Starts a worker; resolves when it works. */
const start = (): Promise<void> =>
  new Promise((resolve, reject) => {
    child = fork(program, {
      env: {
        ...process.env,
        ...{ DATABASE_URL: bench.server.url, GUILDHALL_SECRET, METRICS_PORT: '0', LOG_LEVEL: 'silent' },
        OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
      },
    })
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)))
  })

const kill = (): Promise<void> =>
  new Promise((resolve) => {
    child?.removeAllListeners('exit')
    child?.once('exit', () => resolve())
    child?.kill('SIGKILL')
  })

/** The test's own server has another key: the secrets are sealed again by that of the worker's installation. */
const sealForWorker = async (webhookId: number, secret: string): Promise<void> => {
  const { system } = bench.server.database
  const installation = await openInstallationSecret(readConfig({ GUILDHALL_SECRET }), system)
  const sealed = sealSecret(sealer(installation.key('sealed-records')), bench.mine.tenant.id, webhookId, secret)
  await system.webhookSecret.updateMany({ where: { webhookId }, data: { sealed } })
}

test(`killed ${KILLS} times while it delivers: each event arrives at each webhook, under one id`, async () => {
  const secrets = new Map<string, string>()
  for (let n = 0; n < WEBHOOKS; n++) {
    const path = `/kill${n}`
    // Between taking a delivery and saying so, the worker dies most often.
    bench.receiver.on(path, (response) => void setTimeout(() => response.writeHead(204).end(), 15))
    const { id, secret } = await bench.webhook(path, { WebHookFilters: ['group.*'] })
    await sealForWorker(id, secret)
    secrets.set(path, secret)
  }
  const ids = Array.from({ length: EVENTS }, (_, n) => n + 1)
  await bench.emit(ids)
  for (let killed = 0; killed < KILLS; killed++) {
    const before = bench.receiver.arrived.length
    await start()
    await expect
      .poll(() => bench.receiver.arrived.length, { timeout: 40_000, interval: 1 })
      .toBeGreaterThan(before + (killed % 5))
    await kill()
  }
  await start()
  const { system } = bench.server.database
  const delivered = () => system.webhookDelivery.count({ where: { status: 'delivered' } })
  await expect.poll(delivered, { timeout: 60_000, interval: 100 }).toBe(EVENTS * WEBHOOKS)
  for (const [path, secret] of secrets) {
    const arrived = bench.receiver.arrived.filter((one) => one.path === path)
    const byEvent = new Map<number, Set<string>>()
    for (const { id, body, headers } of arrived) {
      const { data } = new Webhook(secret).verify(body, headers) as { data: { Id: number } }
      byEvent.set(data.Id, (byEvent.get(data.Id) ?? new Set()).add(`${id} ${body}`))
    }
    expect([...byEvent.keys()].sort((a, b) => a - b)).toEqual(ids)
    expect([...byEvent.values()].filter(({ size }) => size !== 1)).toEqual([])
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(EVENTS)
  }
  const repeats = bench.receiver.arrived.length - EVENTS * WEBHOOKS
  console.log(`${repeats} of ${EVENTS * WEBHOOKS} deliveries arrived once more after ${KILLS} kills`)
  expect(repeats).toBeLessThanOrEqual(KILLS * AT_ONCE * WEBHOOKS)
}, 300_000)
