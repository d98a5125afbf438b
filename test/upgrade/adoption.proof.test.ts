import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparable, readCatalog } from '#src/installation/migrations/catalog'
import { migrationReport, withClient } from '#src/installation/migrations/history'
import { createEmptyDatabase, type TestDatabase } from '../support/database/database.ts'
import { TEST_SECRET } from '../support/database/login-key.ts'
import { type Build, buildBeforeFoundation, currentBuild } from '../support/processes/builds.ts'
import { proofSize } from '../support/runner/proof-size.ts'

const CONTACTS = proofSize({ reduced: 60, full: 1000 })

let database: TestDatabase
let fresh: TestDatabase
let folder: string
let server: ChildProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-adoption-'))
  database = await createEmptyDatabase()
  fresh = await createEmptyDatabase()
})
afterAll(async () => {
  server?.kill('SIGTERM')
  await database.drop()
  await fresh.drop()
  rmSync(folder, { recursive: true, force: true })
})

const settings = (url = database.url): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  DATABASE_URL: url,
  GUILDHALL_SECRET: TEST_SECRET,
  GUILDHALL_DATA_DIR: folder,
  GUILDHALL_DEMO: 'false',
  // A worker would change records.
  GUILDHALL_ROLE: 'web',
  HOST: '127.0.0.1',
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'info',
})

const command = ({ commands }: Build, args: string[], url?: string): string =>
  execFileSync(process.execPath, [commands, ...args], {
    env: settings(url),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

/** Starts a server, and returns its address. */
const start = async (build: Build): Promise<string> => {
  const child = spawn(process.execPath, [build.server], { env: settings(), stdio: ['ignore', 'pipe', 'inherit'] })
  server = child
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    void once(child, 'close').then(([code]) => reject(new Error(`${build.name} ended: ${code}`)))
  })
}

/** The columns of each table. */
const columnsOf = async (client: pg.Client): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
        AND c.relname NOT IN ('_prisma_migrations', 'setting') GROUP BY 1 ORDER BY 1`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** The number of rows of each table and a hash of their contents in these columns, and the position of each sequence. */
const contents = async (client: pg.Client, columns: ReadonlyMap<string, string>): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for (const [name, selected] of columns) {
    const { rows } = await client.query<{ rows: string }>(`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(h, '' ORDER BY h)), '') AS rows
      FROM (SELECT md5(to_jsonb(t)::text) AS h FROM (SELECT ${selected} FROM ${name}) t) hashed`)
    found.set(name, rows[0]?.rows ?? '')
  }
  const sequences = await client.query<{ name: string; last: string | null }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public'`,
  )
  for (const { name, last } of sequences.rows) found.set(name, last ?? '')
  return found
}

const catalogLines = async (client: pg.Client): Promise<string[]> =>
  (await readCatalog(client)).map((object) => `${object.subject} ${object.part} ${object.name} ${comparable(object)}`)

test('the start of this build adopts a filled database of the last build before the foundation, and loses nothing', async () => {
  const former = buildBeforeFoundation()
  if (former === undefined) throw new Error('The history has no commit that adds a foundation.')
  command(former, ['migrate'])
  command(former, ['demo', '--tenant', 'harbor', '--contacts', String(CONTACTS)])
  const key = command(former, ['key', 'create', '--tenant', 'harbor', '--name', 'proof', '--scopes', 'admin'])
  // Later migrations add columns.
  const columns = await withClient(database.url, columnsOf)
  const read = () => withClient(database.url, (client) => contents(client, columns))
  const before = await read()
  expect(before.get('contact')).not.toMatch(/^0 /)

  const url = await start(currentBuild())
  expect(await read()).toEqual(before)
  expect(await migrationReport(database.url)).toMatchObject({ pending: [], changed: [], failed: [], unknown: [] })
  // The second command corrects the owners of functions, as each start does.
  for (const _ of [1, 2]) command(currentBuild(), ['migrate'], fresh.url)
  expect(await withClient(database.url, catalogLines)).toEqual(await withClient(fresh.url, catalogLines))
  const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' }
  const person = { FirstName: 'Ada', LastName: 'Byron', forceSave: true }
  const responses = await Promise.all([
    fetch(`${url}/api/contacts/person/0`, { method: 'POST', headers, body: JSON.stringify(person) }),
    ...['/api/contacts?$top=5', '/api/finance/invoices?$top=5', '/api/events'].map((path) =>
      fetch(`${url}${path}`, { headers }),
    ),
  ])
  for (const response of responses) expect(response.status, `${response.url} ${await response.text()}`).toBe(200)
}, 600_000)
