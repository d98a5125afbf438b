import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../support/database/database.ts'
import { TEST_SECRET } from '../support/database/login-key.ts'
import { type Receiver, startReceiver } from '../support/integration/receiver.ts'
import { type Build, currentBuild, previousBuild } from '../support/processes/builds.ts'
import { type RollingProxy, startRollingProxy } from '../support/processes/rolling-proxy.ts'
import { proofSize } from '../support/runner/proof-size.ts'
import { type Load, startLoad } from './upgrade-load.ts'

/** Requests of each client of the load between two steps. */
const REQUESTS = proofSize({ reduced: 10, full: 300 })

let database: TestDatabase
let proxy: RollingProxy
let receiver: Receiver
let folder: string
const replicas: Replica[] = []
/** Lines of the replicas with warnings and errors: the reason of a failed request. */
const warnings: string[] = []

interface Replica {
  build: Build
  port: number
  process: ChildProcess
  ended: Promise<number | NodeJS.Signals>
}

const settings = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  DATABASE_URL: database.url,
  GUILDHALL_SECRET: TEST_SECRET,
  GUILDHALL_DATA_DIR: folder,
  GUILDHALL_DEMO: 'false',
  HOST: '127.0.0.1',
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'info',
  // The proxy notices the end of readiness before the server stops to listen.
  SHUTDOWN_DELAY_MS: '500',
  OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
  RATE_LIMIT_PER_CREDENTIAL: '10000000',
  RATE_LIMIT_PER_TENANT: '10000000',
  RATE_LIMIT_PER_ADDRESS: '10000000',
})

/** Runs a command while the proxy and the load of this process go on. */
const command = async ({ commands }: Build, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [commands, ...args], { env: settings() })).stdout.trim()

/** Starts a replica and waits until the proxy sends requests to it. */
const start = async (build: Build): Promise<void> => {
  const child = spawn(process.execPath, [build.server], { env: settings(), stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 0))
  })
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
      if (found !== undefined) resolve(Number(found))
      if (/"level":[456]0/.test(line)) warnings.push(`${build.name}: ${line.slice(0, 2000)}`)
    })
    void ended.then((how) => reject(new Error(`A replica of ${build.name} ended: ${how}`)))
  })
  replicas.push({ build, port, process: child, ended })
  proxy.add(port)
  await proxy.isServing(port)
}

/** Stops the oldest replica as a deployment does. */
const stopOldest = async (): Promise<void> => {
  const oldest = replicas.shift()
  oldest?.process.kill('SIGTERM')
  expect(await oldest?.ended).toBe(0)
}

/** Replaces all replicas one after the other; the load makes progress between the steps. */
const replaceAll = async (build: Build, load: Load): Promise<void> => {
  for (let rest = replicas.length; rest > 0; rest--) {
    await stopOldest()
    await start(build)
    await load.progress(REQUESTS)
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-upgrade-'))
  database = await createEmptyDatabase()
  proxy = await startRollingProxy()
  receiver = await startReceiver()
})
afterAll(async () => {
  for (const { process: child } of replicas) child.kill('SIGTERM')
  await Promise.all(replicas.map(({ ended }) => ended))
  await proxy.close()
  await receiver.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('an upgrade under load, and the way back, fails no request and loses nothing', async () => {
  const previous = previousBuild()
  const current = currentBuild()
  await command(previous, 'migrate')
  await command(previous, 'tenant', 'create', '--key', 'harbor', '--name', 'Harbor')
  const key = await command(previous, 'key', 'create', '--tenant', 'harbor', '--name', 'load', '--scopes', 'admin')
  await start(previous)
  await start(previous)
  await addWebhook(key)

  const load = startLoad({ url: proxy.url, key, tenantKey: 'harbor' })
  await load.progress(REQUESTS)
  await command(current, 'migrate')
  await load.progress(REQUESTS)
  await replaceAll(current, load)
  await replaceAll(previous, load)
  await replaceAll(current, load)
  await load.stop()

  expect(load.failures, warnings.slice(0, 20).join('\n')).toEqual([])
  await expectNothingLost(load)
})

const addWebhook = async (key: string): Promise<void> => {
  const settings = { Url: `${receiver.url}/hook`, IgnoreWebhookValidation: true, WebHookFilters: ['contact.*'] }
  const response = await fetch(`${proxy.url}/api/webhooks/setup`, {
    method: 'POST',
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  expect(response.status, await response.clone().text()).toBe(200)
}

const expectNothingLost = async ({ saved, events }: Load): Promise<void> => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const contacts = await client.query<{ id: number; name: string }>('SELECT id, last_name AS name FROM contact')
    const stored = new Map(contacts.rows.map(({ id, name }) => [id, name]))
    for (const [id, name] of saved) expect(stored.get(id)).toBe(name)
    // A write that was not acknowledged cannot exist: every request was.
    expect([...stored.values()].filter((name) => /^w\d-/.test(name ?? ''))).toHaveLength(saved.size)
    const logged = await client.query<{ message: string }>(
      "SELECT message FROM log_event WHERE message LIKE 'upgrade-%'",
    )
    expect(new Set(logged.rows.map(({ message }) => message))).toEqual(events)
    expect(logged.rowCount).toBe(events.size)
    await jobsDone(client)
    const failed = await client.query('SELECT task_identifier, last_error FROM graphile_worker.jobs WHERE attempts > 1')
    expect(failed.rows).toEqual([])
  } finally {
    await client.end()
  }
  expectDelivered(saved)
}

/** Waits until the events of all changes have become deliveries, and all deliveries are made. */
const jobsDone = async (client: pg.Client): Promise<void> => {
  const open = `SELECT (SELECT count(*) FROM outbox_event WHERE dispatched_at IS NULL)
    + (SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now())
    + (SELECT count(*) FROM webhook_delivery WHERE settled_at IS NULL) AS open`
  for (;;) {
    const { rows } = await client.query<{ open: string }>(open)
    if (Number(rows[0]?.open) === 0) return
    await sleep(100)
  }
}

/** Each contact is reported as created, and as updated; the id of a delivery is that of its event. */
const expectDelivered = (saved: ReadonlyMap<number, string>): void => {
  const kinds = new Map<number, Set<string>>()
  for (const { body } of receiver.arrived) {
    const { type, data } = JSON.parse(body) as { type: string; data: { Id: number } }
    kinds.set(data.Id, (kinds.get(data.Id) ?? new Set()).add(type))
  }
  for (const id of saved.keys())
    expect([...(kinds.get(id) ?? [])], `${id}`).toEqual(expect.arrayContaining(['contact.created', 'contact.updated']))
}
