import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { nativeApi } from '#test/support/integration/native-integrations'
import { SFTP_USER, type SftpServer, startSftpServer } from '#test/support/integration/sftp-server'
import { bundled } from '#test/support/killed/bundle'
import { proofSize } from '#test/support/runner/proof-size'

const CONTACTS = proofSize({ reduced: 3000, full: 100_000 })
const KILLS = proofSize({ reduced: 4, full: 40 })
/** Longest time between the start of the work and the kill, ms. */
const LONGEST_LIFE_MS = proofSize({ reduced: 900, full: 6000 })

let server: TestApp
let mine: TestCaller
let sftp: SftpServer
let program: string
let child: ChildProcess | undefined
const uploads = mkdtempSync(join(tmpdir(), 'guildhall-uploads-'))
const api = nativeApi(
  () => server,
  () => mine,
)

beforeAll(async () => {
  server = await buildTestApp({ own: true, config: { outboundAllowed: '127.0.0.1' } })
  mine = await server.tenant()
  sftp = await startSftpServer()
  program = bundled('test/support/integration/native-runs-process.ts')
}, 60_000)
afterAll(async () => {
  child?.kill('SIGKILL')
  await sftp.close()
  await server.close()
  rmSync(uploads, { recursive: true, force: true })
})

/** Runs the process, and kills it after a random time, or lets it end. */
const work = async (integrationId: string, isKilled: boolean): Promise<void> => {
  const RUN = JSON.stringify({ tenantId: mine.tenant.id, integrationId: Number(integrationId) })
  const started = fork(program, { env: { ...process.env, DATABASE_URL: server.url, RUN, UPLOADS: uploads } })
  child = started
  const ended = once(started, 'exit')
  if (isKilled) {
    await Promise.race([ended, once(started, 'message')])
    await Promise.race([ended, setTimeout(Math.random() * LONGEST_LIFE_MS)])
    started.kill('SIGKILL')
  }
  await ended
}

test('runs that are killed repeatedly write one complete file, and mail each recipient once', {
  timeout: 600_000,
}, async () => {
  const tenantId = mine.tenant.id
  const { system } = server.database
  await system.$executeRaw`INSERT INTO contact (tenant_id, system_type_id, display_name, sort_name, first_name, created_at)
    SELECT ${tenantId}, 1, 'Mass ' || n, 'mass ' || n, 'Mass ' || n, now() - interval '1 day' FROM generate_series(1, ${CONTACTS}) AS n`
  const file = (await api.install('csv-to-sftp')).IntegrationId ?? ''
  const Fields = {
    Host: '127.0.0.1',
    Port: String(sftp.port),
    HostFingerprint: sftp.fingerprint,
    Username: SFTP_USER.name,
    Password: SFTP_USER.password,
  }
  expect((await api.connect('sftp', file, { Fields })).statusCode).toBe(200)
  await api.configure(file, { List: 'contacts', Columns: ['FirstName'], FileName: '{run}.csv' })
  const digest = (await api.install('mail-digest')).IntegrationId ?? ''
  await api.configure(digest, { Recipients: ['ada@h.example', 'bea@h.example'], Lists: ['contacts'] })
  for (const id of [file, digest]) expect((await api.execute(id)).statusCode).toBe(200)
  for (let kill = 0; kill < KILLS; kill++) {
    for (const id of [file, digest]) await work(id, true)
    // A file with the name of the run is complete, whenever it exists.
    for (const name of (await sftp.files()).filter((one) => !one.startsWith('.')))
      expect(parse(await readFile(join(sftp.folder, name), 'utf8'))).toHaveLength(CONTACTS + 1)
  }
  for (const id of [file, digest]) await work(id, false)
  const [exported] = await api.executions(file)
  const [mailed] = await api.executions(digest)
  expect(exported).toMatchObject({ Status: 'Succeeded', DoneCount: CONTACTS, TotalCount: CONTACTS })
  expect(mailed).toMatchObject({ Status: 'Succeeded' })
  expect(await sftp.files()).toEqual([`${exported?.ExecutionId}.csv`])
  const names = parse(await readFile(join(sftp.folder, `${exported?.ExecutionId}.csv`), 'utf8')).flat()
  expect(new Set(names).size).toBe(CONTACTS + 1)
  const mails = await system.mailMessage.findMany({ where: { tenantId }, select: { toAddress: true } })
  expect(mails.map(({ toAddress }) => toAddress).sort()).toEqual(['ada@h.example', 'bea@h.example'])
  const logged = await system.$queryRaw<
    object[]
  >`SELECT count(*)::int AS count FROM log_event WHERE tenant_id = ${tenantId}`
  expect(logged).toEqual([{ count: 2 }])
})
