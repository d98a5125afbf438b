import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MASS_BENEFITS } from '#areas/commerce/benefit-ledger/mass/mass.service'
import { outsideTasks, tasks } from '#areas/joined'
import { ASSIGN_POSTAL_CODES } from '#areas/people/chapters/assignments/assignments.job'
import { sealer } from '#kernel/crypto/seal'
import type { ImportResult } from '#services/archive/import-tenant'
import { ENDED_WORK } from '#services/archive/open-work'
import { RESUMED_WORK } from '#services/archive/resumed-work'
import { openRowsSql, tableOf } from '#services/archive/settle-work'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { archiveFolder, exportTo, importFrom, loadTenant } from '#test/support/integration/archives'
import { runJobs } from '#test/support/jobs/run-jobs'
import { withAdmin } from '#test/support/server/test-server'
import { openEverything } from './opened-work.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ALL = [...ENDED_WORK, ...RESUMED_WORK]

let server: TestApp
let mine: TestCaller
let there: TestCaller
let result: ImportResult
const folder = archiveFolder()
const archive = folder.path('tenant.tar')

const query = (sql: string, values: unknown[] = []) =>
  withAdmin(server.url, async (client) => (await client.query(sql, values)).rows)
const openColumns = async (tenantId: number): Promise<string[]> => {
  const open: string[] = []
  for (const work of ALL)
    if ((await query(`SELECT FROM ${tableOf(work)} r WHERE ${openRowsSql(work)} LIMIT 1`, [tenantId])).length > 0)
      open.push(work.column)
  return open
}
const jobsOf = (tenantId: number) =>
  query(
    `SELECT t.identifier AS name, j.payload, j.key, j.run_at > now() AS "isLater" FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE (j.payload ->> 'tenantId')::int = $1`,
    [tenantId],
  )

beforeAll(async () => {
  server = await buildTestApp({ own: true, clock: { now: () => NOW } })
  mine = await server.tenant()
  await loadTenant(server, mine.tenant, NOW, 100)
  await openEverything(server, mine.tenant.id)
  await exportTo(server, mine.tenant, archive)
  result = await importFrom(server, archive, { key: 'moved' })
  const tenant = await server.database.system.tenant.findFirstOrThrow({ where: { id: result.tenantId } })
  there = await server.caller(tenant, ['admin'])
}, 120_000)
afterAll(async () => {
  await server.close()
  folder.remove()
})

describe('an imported tenant whose work was not complete', () => {
  test('had each kind of open work', async () => {
    expect(await openColumns(mine.tenant.id)).toEqual(ALL.map(({ column }) => column))
  })

  test('has no work that waits for a job of the former installation, and lists what has to be checked', async () => {
    const resumed = new Set(RESUMED_WORK.map(({ column }) => column))
    expect((await openColumns(result.tenantId)).filter((column) => !resumed.has(column))).toEqual([])
    const expected = ENDED_WORK.flatMap(({ what }) => what ?? [])
    expect(result.toCheck.map(({ what }) => what)).toEqual(expected)
    expect(
      result.toCheck.every(({ count, names }) => count >= names.length && names.every((name) => name !== null)),
    ).toBe(true)
  })

  test('lists the mails and the runs of native integrations that it has ended, each by name', async () => {
    const listed = (start: string) => result.toCheck.find(({ what }) => what.startsWith(start))
    const where = { tenantId: result.tenantId }
    const { system } = server.database
    const mails = await system.mailMessage.count({ where: { ...where, reason: { contains: 'was imported before' } } })
    expect(listed('Mails')).toMatchObject({
      count: mails,
      names: expect.arrayContaining(['member-sign-in, ada@example.org']),
    })
    const runs = await system.nativeExecution.count({
      where: { ...where, status: 'Failed', message: 'The tenant was imported before this run.', dueAt: null },
    })
    expect(runs).toBeGreaterThanOrEqual(2)
    const named = listed('Runs of native integrations')
    expect(named).toMatchObject({ count: runs })
    expect(named?.names.map((name) => name.split(', ')[1])).toEqual(
      expect.arrayContaining(['nightly 2026-11-20', 'nightly 2026-11-21']),
    )
  })

  test('has the jobs that resume the rest, each once and of a known kind', async () => {
    const { files, outbound, connectorConfig } = server.app
    const tools = { sealer: sealer(Buffer.alloc(32)), processorUrl: '', files, outbound, connectorConfig }
    const known = { ...tasks, ...outsideTasks(tools) }
    const jobs = await jobsOf(result.tenantId)
    for (const { job } of RESUMED_WORK) {
      expect(known[job.name], job.name).toBeTypeOf('function')
      expect(jobs.map(({ name }) => name)).toContain(job.name)
    }
    const keys = jobs.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.every((key) => key.startsWith(`tenant:${result.tenantId}/`))).toBe(true)
    expect(jobs.find(({ name }) => name === 'expire_store_cart')).toMatchObject({ isLater: true })
  })

  test('completes a mass operation and an assignment of chapters', async () => {
    await runJobs(server, MASS_BENEFITS)
    await runJobs(server, ASSIGN_POSTAL_CODES)
    const where = { tenantId: result.tenantId }
    const { system } = server.database
    expect(await system.benefitMassOperation.findFirst({ where })).toMatchObject({ status: 'completed' })
    expect(await system.chapterAssignment.findFirst({ where })).toMatchObject({ status: 'completed' })
  })

  test('names the orders that a cancellation left, and cancels them after another request', async () => {
    const { tenantId } = result
    const { eventId } = await server.database.system.eventCancellation.findFirstOrThrow({ where: { tenantId } })
    const shown = (await there.get(`/api/events/${eventId}/cancellation`)).json()
    expect(shown).toMatchObject({ Status: 'CompletedWithFaults', FaultCount: expect.any(Number) })
    expect(shown.Faults[0].Message).toContain('Cancel the event again')
    const { AuditId } = (await there.get(`/api/events/${eventId}`)).json()
    const again = await there.post(`/api/events/${eventId}/cancel`, { AuditId })
    expect(again.statusCode, again.body).toBe(200)
    expect(again.json()).toMatchObject({ Status: 'Running', FaultCount: 0 })
  })

  test('says in a report of the payment processor what to do', async () => {
    const { tenantId } = result
    const report = await server.database.system.processorReport.findFirstOrThrow({
      where: { tenantId },
      orderBy: { id: 'desc' },
    })
    expect(report).toMatchObject({ status: 'Failed', message: expect.stringContaining('Request it again') })
  })
})

describe('the archive', () => {
  test('does not contain the links of mails, and a mail without its link is not sent again', async () => {
    const mails = partsOf('mail_message').map((line) => JSON.parse(line) as { template_key: string; data: unknown })
    const links = mails.filter(({ template_key: key }) => key === 'member-sign-in')
    expect(links).toEqual([expect.objectContaining({ data: null })])
    expect(readFileSync(archive).includes('a-secret-link')).toBe(false)
    expect(mails.some(({ data }) => data !== null)).toBe(true)
    const where = { tenantId: result.tenantId, templateKey: 'member-sign-in' }
    const { id } = await server.database.system.mailMessage.findFirstOrThrow({ where })
    expect((await there.get(`/api/mail/messages/${id}`)).json()).toMatchObject({ Status: 'failed', Actions: ['view'] })
    const resent = await there.post(`/api/mail/messages/${id}/send`)
    expect(resent.statusCode).toBe(409)
    expect(resent.json()).toMatchObject({
      code: 'mail-not-failed',
      detail: expect.stringContaining('Request a new one'),
    })
  })
})

/** The lines of the only part of a table. */
const partsOf = (table: string): string[] => {
  const bytes = readFileSync(archive)
  const at = bytes.indexOf(`records/${table}/000001.ndjson.gz`)
  const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8)
  return gunzipSync(bytes.subarray(at + 512, at + 512 + size))
    .toString()
    .trimEnd()
    .split('\n')
}
