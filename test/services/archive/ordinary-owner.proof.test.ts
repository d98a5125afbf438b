import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrateJobs } from '#kernel/jobs/migrate-jobs'
import { applyMigrations } from '#src/installation/migrations/apply'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { createEmptyDatabase, type TestDatabase } from '#test/support/database/database'
import { archiveFolder, exportTo, importFrom } from '#test/support/integration/archives'
import { withAdmin } from '#test/support/server/test-server'

const quiet = { info: () => undefined, warn: () => undefined }
const owner = `owner_${randomBytes(6).toString('hex')}`
const { adminUrl } = inject('testServer')
const folder = archiveFolder()

let source: TestApp
let mine: TestCaller
let database: TestDatabase
let target: TestApp

beforeAll(async () => {
  source = await buildTestApp()
  mine = await source.tenant()
  await mine.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Byron' })
  await exportTo(source, mine.tenant, folder.path('tenant.tar'))
  database = await createEmptyDatabase()
  const url = new URL(database.url)
  await withAdmin(adminUrl, async (admin) => {
    await admin.query(`CREATE ROLE ${owner} LOGIN PASSWORD '${owner}'`)
    await admin.query(`GRANT guildhall_app, guildhall_chapter, guildhall_system TO ${owner}`)
    await admin.query(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${owner}`)
  })
  url.username = owner
  url.password = owner
  await applyMigrations(url.href, { log: quiet })
  await migrateJobs(url.href)
  target = await buildTestApp({ url: url.href })
}, 120_000)
afterAll(async () => {
  await source.close()
  await target.close()
  await database.drop()
  await withAdmin(adminUrl, async (admin) => {
    await admin.query(`REVOKE SET ON PARAMETER session_replication_role FROM ${owner}`)
    await admin.query(`DROP ROLE ${owner}`)
  })
  folder.remove()
})

test('an owner without superuser rights imports a tenant after one grant, which the error names', async () => {
  const archive = folder.path('tenant.tar')
  const refused = await importFrom(target, archive).catch((error: Error) => error.message)
  expect(refused).toContain(`GRANT SET ON PARAMETER session_replication_role TO "${owner}"`)
  expect(await target.database.system.tenant.count()).toBe(0)
  await withAdmin(adminUrl, (admin) => admin.query(`GRANT SET ON PARAMETER session_replication_role TO ${owner}`))
  const { tenantId } = await importFrom(target, archive)
  const tenant = await target.database.system.tenant.findFirstOrThrow({ where: { id: tenantId } })
  const there = await target.caller(tenant, ['admin'])
  expect((await there.get('/api/contacts')).json()).toMatchObject({ TotalRecordAvailable: '1' })
})
