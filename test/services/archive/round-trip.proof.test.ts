import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArchiveProgress } from '#services/archive/archive-format'
import { EXPORTED_VALUES, IMPORTED_VALUES } from '#services/archive/archive-rules'
import type { ImportResult } from '#services/archive/import-tenant'
import { ENDED_WORK } from '#services/archive/open-work'
import { tableOf } from '#services/archive/settle-work'
import { createLogin } from '#services/identity/logins'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { archiveFolder, exportTo, importFrom, loadTenant, rowsOfTenant } from '#test/support/integration/archives'
import { withAdmin } from '#test/support/server/test-server'

const NOW = new Date('2026-11-21T12:00:00Z')
const CONTACTS = 300

let source: TestApp
let target: TestApp
let mine: TestCaller
let there: TestCaller
let result: ImportResult
const progress: ArchiveProgress[] = []
const folder = archiveFolder()
const archive = folder.path('tenant.tar')

const seat = (server: TestApp, tenantKey: string, email: string) =>
  createLogin(server.database, { tenantKey, email, displayName: email, password: 'long enough for all', role: 'Staff' })

beforeAll(async () => {
  source = await buildTestApp({ own: true, clock: { now: () => NOW } })
  target = await buildTestApp({ own: true, clock: { now: () => NOW } })
  mine = await source.tenant(['admin', 'platform'])
  await loadTenant(source, mine.tenant, NOW, CONTACTS)
  // The tenants and logins of the two installations have different ids.
  const other = await target.tenant()
  await seat(target, other.tenant.key, 'someone@else.example')
  await seat(target, other.tenant.key, 'known@office.example')
  await seat(source, mine.tenant.key, 'known@office.example')
  await seat(source, mine.tenant.key, 'new@office.example')
  await exportTo(source, mine.tenant, archive)
  result = await importFrom(target, archive, { onProgress: (step) => progress.push(step) })
  const tenant = await target.database.system.tenant.findFirstOrThrow({ where: { id: result.tenantId } })
  there = await target.caller(tenant, ['admin'])
}, 120_000)
afterAll(async () => {
  await source.close()
  await target.close()
  folder.remove()
})

/** Values that differ: those of other installations, and what the import replaces. */
const REPLACED = new Map<string, string[]>([['staff', ['login_id']]])
for (const rules of [IMPORTED_VALUES, EXPORTED_VALUES, ...ENDED_WORK.map((work) => ({ [tableOf(work)]: work.set }))])
  for (const [table, columns] of Object.entries(rules))
    REPLACED.set(table, [...(REPLACED.get(table) ?? []), ...Object.keys(columns)])
const comparable = (table: string, line: string, tenantId: number): object => {
  const row = JSON.parse(line) as Record<string, unknown>
  for (const column of REPLACED.get(table) ?? []) delete row[column]
  if (typeof row.search === 'string') row.search = row.search.replaceAll(`'${tenantId}|`, "'tenant|")
  return row
}
/** In an order of their own: that of the key differs if the key is replaced. */
const comparableRows = (table: string, lines: readonly string[], tenantId: number): string[] =>
  lines.map((line) => JSON.stringify(comparable(table, line, tenantId))).sort()
/** Replaces the logins of the staff, whose ids differ, with their addresses. */
const namedLogins = async (server: TestApp, tenantId: number): Promise<(line: string) => string> => {
  const sql = 'SELECT l.id, l.email FROM staff s JOIN login l ON l.id = s.login_id WHERE s.tenant_id = $1'
  const emails = new Map((await query(server, sql, [tenantId])).map(({ id, email }) => [String(id), email]))
  return (line) => line.replaceAll(/"login:(\d+)"/g, (_all, id) => `"login of ${emails.get(id)}"`)
}
const query = (server: TestApp, sql: string, values: unknown[] = []) =>
  withAdmin(server.url, async (client) => (await client.query(sql, values)).rows)

describe('an imported tenant', () => {
  test('counts its records and files, in steps that never go back', () => {
    expect(progress.at(-1)).toEqual({
      done: result.rows + result.files,
      total: result.rows + result.files,
      unit: 'records',
    })
    const steps = progress.map(({ done }) => done)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  })

  test('has the rows of every table, with ids, versions, history and mails', async () => {
    const before = await rowsOfTenant(source.url, mine.tenant.id)
    const after = await rowsOfTenant(target.url, result.tenantId, there.permissionId)
    expect(result.tenantId).not.toBe(mine.tenant.id)
    const nameHere = await namedLogins(source, mine.tenant.id)
    const nameThere = await namedLogins(target, result.tenantId)
    const filled = [...before].filter(([, rows]) => rows.length > 0)
    expect(filled.length).toBeGreaterThan(100)
    for (const [table, rows] of filled)
      expect(comparableRows(table, (after.get(table) ?? []).map(nameThere), result.tenantId), table).toEqual(
        comparableRows(table, rows.map(nameHere), mine.tenant.id),
      )
  })

  test('has the bytes of every file', async () => {
    const { tenantId } = result
    const files = await target.database.system.storedFile.findMany({ where: { tenantId } })
    expect(files.length).toBeGreaterThan(5)
    expect(result.files).toBe(files.length)
    for (const { id, name } of files) {
      const [one, other] = await Promise.all([mine, there].map((caller) => caller.get(`/api/webdav/${id}`)))
      expect(other?.statusCode, name).toBe(200)
      expect(other?.rawPayload.equals(one?.rawPayload as Buffer), name).toBe(true)
    }
  })

  test('finds contacts by words and counts them as before', async () => {
    const path = '/api/contacts?$top=5&$search=chicago'
    const [one, other] = await Promise.all([mine, there].map(async (caller) => (await caller.get(path)).json()))
    expect(Number(one.TotalRecordAvailable)).toBeGreaterThan(0)
    expect(other).toEqual(one)
  })

  test('gives new records ids above those of the archive', async () => {
    const before = await query(target, 'SELECT max(id) AS last FROM contact WHERE tenant_id = $1', [result.tenantId])
    const body = { FirstName: 'New', LastName: 'Person', EmailAddress: 'new.person@example.org' }
    const created = await there.post('/api/contacts/person/0', body)
    expect(created.statusCode, created.body).toBe(200)
    const after = await query(target, 'SELECT max(id) AS last FROM contact WHERE tenant_id = $1', [result.tenantId])
    expect(after[0].last).toBeGreaterThan(before[0].last)
  })

  test('has no credentials: a key of before is rejected', async () => {
    const response = await target.app.inject({ url: '/api/contacts', headers: { authorization: `ApiKey ${mine.key}` } })
    expect(response.statusCode).toBe(401)
    expect(await query(target, 'SELECT FROM application_secret WHERE tenant_id = $1', [result.tenantId])).toHaveLength(
      1,
    )
  })

  test('has no rights on the installation', async () => {
    const rows = await query(
      target,
      `SELECT FROM application_permission WHERE tenant_id = $1 AND ('platform' = ANY (scopes) OR is_global)`,
      [result.tenantId],
    )
    expect(rows).toEqual([])
  })

  test('keeps the seats of persons by their addresses, and disables new logins', async () => {
    const seats = await query(
      target,
      `SELECT l.email, l.disabled_at IS NOT NULL AS "isDisabled" FROM staff s JOIN login l ON l.id = s.login_id
       WHERE s.tenant_id = $1 AND l.email LIKE '%office.example' ORDER BY 1`,
      [result.tenantId],
    )
    expect(seats).toEqual([
      { email: 'known@office.example', isDisabled: false },
      { email: 'new@office.example', isDisabled: true },
    ])
    expect(result.logins).toContainEqual({ email: 'known@office.example', isKnown: true })
  })

  test('lists what has to be issued again', () => {
    const whats = result.issueAgain.map(({ what }) => what)
    expect(whats).toEqual(expect.arrayContaining([expect.stringContaining('API keys')]))
    expect(result.issueAgain.find(({ what }) => what.startsWith('API keys'))?.names).toContain('test')
  })

  test('can be exported again', async () => {
    const again = folder.path('again.tar')
    const { rows } = await exportTo(target, { id: result.tenantId }, again)
    expect(rows).toBeGreaterThan(result.rows)
    expect((await importFrom(source, again, { key: 'a-copy' })).key).toBe('a-copy')
  })
})
