import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, freePort, newFolder, startCluster } from './cluster.ts'
import { codeOfGuide } from './guide.ts'

const MAX_MEGABYTES = 150

const root = join(import.meta.dirname, '../..')
const install = newFolder()
let cluster: Cluster
let server: ChildProcess | undefined
let ended: Promise<unknown> | undefined
let errors = ''
/** The bodies that the receiver of traces has received. */
const traces: string[] = []
const receiver = createServer(async (request, response) => {
  traces.push(await text(request))
  response.end('{}')
})

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-needed'], { cwd: root, stdio: 'ignore' })
  const isOfBuild = (path: string) => !path.startsWith(join(root, 'dist/node_modules')) && !path.endsWith('.map')
  for (const name of ['bin', 'dist', 'docs', 'prisma/migrations'])
    cpSync(join(root, name), join(install, name), { recursive: true, filter: isOfBuild })
  execFileSync('npm', ['ci'], { cwd: join(install, 'dist'), stdio: 'ignore' })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  cluster = await startCluster()
  await cluster.run('postgres', codeOfGuide('-- The user creates the roles and their logins.'))
}, 300_000)

afterAll(async () => {
  server?.kill('SIGTERM')
  await ended
  receiver.close()
  await cluster.stop()
  rmSync(install, { recursive: true, force: true })
}, 240_000)

/** What the files of a folder take on the disk, in bytes. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)).blocks * 512)
    .reduce((sum, size) => sum + size, 0)

test(`a production install takes at most ${MAX_MEGABYTES} MB`, () => {
  const megabytes = sizeOf(join(install, 'dist')) / 1e6
  expect(megabytes).toBeLessThan(MAX_MEGABYTES)
})

test('it needs nothing else: server, worker, thread, documents, API reference, traces and command line run', async () => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const { PATH = '' } = process.env
  const env = {
    PATH,
    DATABASE_URL: cluster.url('guildhall', 'guildhall'),
    GUILDHALL_DATA_DIR: join(install, 'data'),
    PORT: String(port),
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '200',
  }
  server = spawn(process.execPath, ['dist/main.js'], { cwd: install, env, stdio: ['ignore', 'ignore', 'pipe'] })
  ended = once(server, 'exit')
  server.stderr?.on('data', (part) => {
    errors += part
  })
  const isReady = () =>
    fetch(`${address}/health/ready`).then(
      ({ status }) => status,
      () => errors,
    )
  await expect.poll(isReady, { timeout: 100_000, interval: 250 }).toBe(200)
  expect(errors).toBe('')

  const authorization = `ApiKey ${readFileSync(join(install, 'data/first-api-key'), 'utf8').trim()}`
  const get = (path: string, accept = 'application/json') =>
    fetch(address + path, { headers: { authorization, accept } })
  const invoices = async () => {
    const { Results } = (await (await get('/api/finance/invoices?$top=1')).json()) as {
      Results: { InvoiceId: number }[]
    }
    return Results.map(({ InvoiceId }) => InvoiceId)
  }
  await expect.poll(invoices, { timeout: 60_000 }).toHaveLength(1)
  const pdf = await get(`/api/finance/invoices/${(await invoices())[0]}/document`, 'application/pdf')
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString('latin1'),
  ).toBe('%PDF-')
  const document = (await (await get('/openapi.json')).json()) as { openapi: string }
  expect(document.openapi).toMatch(/^3\.1/)
  expect((await get('/reference', 'text/html')).status).toBe(200)
  await expect.poll(() => traces.join(), { timeout: 10_000 }).toContain('"GET /api/finance/invoices"')
  expect(traces.join()).toContain('"db.system.name"')

  const list = execFileSync(process.execPath, ['bin/guildhall.mjs', 'tenant', 'list'], { cwd: install, env })
  expect(list.toString()).toMatch(/^demo /)
})
