import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DELETE_FILES } from '#areas/integration/files/files.job'
import { oldTenantExports, tenantExportTasks } from '#areas/integration/tenant-exports/tenant-exports.job'
import { EXPORT_TENANT, endExport } from '#areas/integration/tenant-exports/tenant-exports.service'
import { figures } from '#areas/joined'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import type { FileStore } from '#services/files/file-store'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { archiveFolder, importFrom } from '#test/support/integration/archives'
import { failuresIn } from '#test/support/integration/failures'
import { runJobs } from '#test/support/jobs/run-jobs'

let server: TestApp
let mine: TestCaller
/** A complete export, for tests that leave it unchanged: an export reads every table. */
let complete: Shown
const folder = archiveFolder()
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  complete = await made()
})
afterAll(async () => {
  await server.close()
  folder.remove()
})

interface Shown {
  TenantExportId: number
  AuditId: number
  Status: string
  RecordsDone: number
  RecordsTotal: number
  FileId: number | null
  Size: number | null
  Actions: string[]
}

const start = async (caller = mine): Promise<Shown> => {
  const response = await caller.post('/api/tenantexports')
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const read = async (id: number, caller = mine): Promise<Shown> => (await caller.get(`/api/tenantexports/${id}`)).json()
const runExports = () => runJobs(server, EXPORT_TENANT)
const made = async (caller = mine): Promise<Shown> => {
  const { TenantExportId } = await start(caller)
  await runExports()
  return read(TenantExportId, caller)
}

describe('POST /api/tenantexports (startTenantExport)', () => {
  test('writes an archive that another installation imports', async () => {
    const caller = await server.tenant()
    const person = { FirstName: 'Ada', LastName: 'Byron' }
    const { ContactId } = (await caller.post('/api/contacts/person/0', person)).json()
    const queued = await start(caller)
    expect(queued).toMatchObject({ Status: 'Queued', FileId: null })
    await runExports()
    const done = await read(queued.TenantExportId, caller)
    expect(done).toMatchObject({ Status: 'Completed', AuditId: 2 })
    expect(done.RecordsDone).toBe(done.RecordsTotal)
    const file = await caller.get(`/api/webdav/${done.FileId}`, { accept: '*/*' })
    expect(file.headers['content-disposition']).toContain('attachment')
    expect(file.rawPayload.length).toBe(done.Size)
    writeFileSync(folder.path('download.tar'), file.rawPayload)
    const other = await buildTestApp({ own: true })
    try {
      const { tenantId } = await importFrom(other, folder.path('download.tar'))
      const tenant = await other.database.system.tenant.findFirstOrThrow({ where: { id: tenantId } })
      const there = await other.caller(tenant, ['admin'])
      expect((await there.get(`/api/contacts/person/${ContactId}`)).json()).toMatchObject(person)
      // The exports themselves, and their files, are not part of the archive.
      expect((await there.get('/api/tenantexports')).json().Results).toEqual([])
      expect((await there.get('/api/files')).json().Results).toEqual([])
    } finally {
      await other.close()
    }
  })

  test('returns 409 while another export is not complete, of many requests to all but one', async () => {
    const caller = await server.tenant()
    const responses = await Promise.all(Array.from({ length: 5 }, () => caller.post('/api/tenantexports')))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('export-running')
    await runExports()
    expect((await caller.post('/api/tenantexports')).statusCode).toBe(200)
  })

  test('returns 403 without the scope admin', async () => {
    const caller = await server.caller(mine.tenant, ['contacts:read', 'files:read', 'files:write'])
    expect((await caller.post('/api/tenantexports')).statusCode).toBe(403)
    expect((await caller.get(`/api/webdav/${complete.FileId}`)).statusCode).toBe(403)
  })

  test('reports a failure, and does not block the next export', async () => {
    const caller = await server.tenant()
    const { TenantExportId } = await start(caller)
    const { tenant } = caller
    await server.database.system.storedFile.updateMany({ where: { tenantId: tenant.id }, data: { state: 'deleting' } })
    await runExports()
    expect(await read(TenantExportId, caller)).toMatchObject({ Status: 'Failed', Message: expect.any(String) })
    const of = `tenant-export ${TenantExportId}`
    expect(await failuresIn(server, tenant.id)).toMatchObject([{ kind: 'exportFailed', level: 5, of }])
    expect((await made(caller)).Status).toBe('Completed')
  })

  test('records who exported the tenant in its history, and emits events', async () => {
    const where = { tenantId: mine.tenant.id, entity: 'tenant-export', entityId: complete.TenantExportId }
    const history = await server.database.system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
    expect(history.map(({ action, actor }) => [action, actor])).toEqual([
      ['created', `key:${mine.permissionId}`],
      ['updated', 'system'],
    ])
    const events = await server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind }) => kind)).toEqual(['tenant-export.created', 'tenant-export.updated'])
  })

  test('an export that has ended, or was deleted, is not ended by its job', async () => {
    const ended = await made()
    const deleted = await made()
    await mine.delete(`/api/tenantexports/${deleted.TenantExportId}`)
    const events = () => server.database.system.outboxEvent.count({ where: { tenantId: mine.tenant.id } })
    const before = await events()
    const scope = await systemScope(
      { database: server.database, clock: systemClock, log: server.app.log },
      mine.tenant.id,
    )
    for (const { TenantExportId } of [ended, deleted])
      await scope.db.transaction((tx) =>
        endExport(scope, tx, TenantExportId, { status: 'Failed', message: 'The export was stopped.' }),
      )
    expect(await read(ended.TenantExportId)).toEqual(ended)
    expect(await events()).toBe(before)
  })
})

describe('GET /api/tenantexports (listTenantExports)', () => {
  test('lists the exports, newest first, and filters them', async () => {
    await made()
    const { Results } = (await mine.get('/api/tenantexports')).json() as { Results: Shown[] }
    expect(Results.length).toBeGreaterThan(1)
    const ids = Results.map(({ TenantExportId }) => TenantExportId)
    expect(ids).toEqual([...ids].sort((one, other) => other - one))
    const failed = (await mine.get(`/api/tenantexports?$filter=Status eq 'Failed'`)).json()
    expect(failed.Results).toEqual([])
  })
})

describe('GET /api/tenantexports/{tenantExportId} (getTenantExport)', () => {
  test('returns an export with its version as ETag, and 404 for that of another tenant', async () => {
    const { TenantExportId } = complete
    const response = await mine.get(`/api/tenantexports/${TenantExportId}`)
    expect(response.headers.etag).toBe('"2"')
    const other = await server.tenant()
    expect((await other.get(`/api/tenantexports/${TenantExportId}`)).statusCode).toBe(404)
  })
})

describe('DELETE /api/tenantexports/{tenantExportId} (deleteTenantExport)', () => {
  test('deletes an export with its archive', async () => {
    const { TenantExportId, FileId } = await made()
    expect((await mine.delete(`/api/tenantexports/${TenantExportId}`)).statusCode).toBe(200)
    expect((await mine.get(`/api/tenantexports/${TenantExportId}`)).statusCode).toBe(404)
    expect((await mine.get(`/api/webdav/${FileId}`)).statusCode).toBe(404)
  })

  test('returns 412 for another version', async () => {
    const { TenantExportId } = complete
    expect((await mine.delete(`/api/tenantexports/${TenantExportId}`, { 'if-match': '"1"' })).statusCode).toBe(412)
  })

  test('cancels an export that is queued, and another one can be started at once', async () => {
    const caller = await server.tenant()
    const { TenantExportId, Actions } = await start(caller)
    expect(Actions).toEqual(['delete'])
    expect((await caller.delete(`/api/tenantexports/${TenantExportId}`)).statusCode).toBe(200)
    const other = await start(caller)
    await runExports()
    expect((await caller.get(`/api/tenantexports/${TenantExportId}`)).statusCode).toBe(404)
    expect(await read(other.TenantExportId, caller)).toMatchObject({ Status: 'Completed' })
    await expectFiles(caller, 1)
  })

  test.each(['read', 'put'] as const)(
    'cancels an export that is running (the store does "%s"): its job stops, and leaves no file',
    async (moment) => {
      const caller = await server.tenant()
      await caller.post('/api/files?filename=notes.txt', 'some notes', { 'content-type': 'text/plain' })
      const { TenantExportId } = await start(caller)
      const { app, database } = server
      const { tenant } = caller
      const files = { ...app.files, store: cancelling(app.files.store, moment, caller, TenantExportId) }
      const context = { database, clock: systemClock, log: app.log }
      await tenantExportTasks({ files })[EXPORT_TENANT]?.(context, { tenantId: tenant.id, exportId: TenantExportId })
      expect((await caller.get(`/api/tenantexports/${TenantExportId}`)).statusCode).toBe(404)
      const where = { tenantId: tenant.id, entity: 'tenant-export', entityId: TenantExportId }
      const events = await database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
      expect(events.map(({ kind }) => kind)).toEqual(['tenant-export.created', 'tenant-export.deleted'])
      await expectFiles(caller, 1)
    },
  )
})

/** A store that cancels an export when it is used for it, as a request at that moment does. */
const cancelling = (store: FileStore, moment: 'read' | 'put', caller: TestCaller, id: number): FileStore => {
  const cancel = async () => {
    expect((await caller.delete(`/api/tenantexports/${id}`)).statusCode).toBe(200)
    // The job that deletes files can be faster.
    await runJobs(server, DELETE_FILES)
    await server.database.system.storedFile.deleteMany({ where: { tenantId: caller.tenant.id, state: 'deleting' } })
  }
  return {
    ...store,
    read: async (key, range) => {
      if (moment === 'read') await cancel()
      return store.read(key, range)
    },
    put: async (key, source) => {
      if (moment === 'put') await cancel()
      return store.put(key, source)
    },
  }
}

/** The tenant has this number of files that are not being deleted, and no other bytes; no archive is left in the folder. */
const expectFiles = async ({ tenant }: TestCaller, count: number): Promise<void> => {
  const { store, uploads } = server.app.files
  const where = { tenantId: tenant.id, state: { not: 'deleting' } }
  expect(await server.database.system.storedFile.count({ where })).toBe(count)
  const stored: unknown[] = []
  for await (const bytes of store.list(String(tenant.id))) stored.push(bytes)
  expect(stored).toHaveLength(count)
  const left = existsSync(uploads.folder) ? readdirSync(uploads.folder) : []
  expect(left.filter((name) => name.includes('.tar'))).toEqual([])
}

describe('the daily work', () => {
  test('deletes exports after 7 days, and fails those that were never completed', async () => {
    const caller = await server.tenant()
    const old = await made(caller)
    const stuck = await start(caller)
    const later = { now: () => new Date(Date.now() + 8 * 86_400_000) }
    const scope = await systemScope({ database: server.database, clock: later, log: server.app.log }, caller.tenant.id)
    await oldTenantExports.run(scope, { since: '2026-11-27', today: '2026-12-05' })
    for (const { TenantExportId } of [old, stuck])
      expect((await caller.get(`/api/tenantexports/${TenantExportId}`)).statusCode).toBe(404)
    expect((await caller.get(`/api/webdav/${old.FileId}`)).statusCode).toBe(404)
  })
})

describe('the metrics', () => {
  test('count the exports that are running, and those that failed', async () => {
    const value = async (name: string) =>
      (await figures.find((one) => one.name === name)?.read(server.database.system))?.[0]?.value ?? 0
    const caller = await server.tenant()
    const running = await value('tenant_exports_running')
    const failed = await value('tenant_exports_failed')
    const { TenantExportId } = await start(caller)
    expect(await value('tenant_exports_running')).toBe(running + 1)
    expect(await value('tenant_oldest_export_seconds')).toBeGreaterThan(0)
    const { system } = server.database
    await system.storedFile.updateMany({ where: { tenantId: caller.tenant.id }, data: { state: 'deleting' } })
    await runExports()
    expect(await read(TenantExportId, caller)).toMatchObject({ Status: 'Failed' })
    expect(await value('tenant_exports_running')).toBe(running)
    expect(await value('tenant_exports_failed')).toBe(failed + 1)
  })
})
