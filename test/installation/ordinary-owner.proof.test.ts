import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { migrateJobs } from '#kernel/jobs/migrate-jobs'
import { applyMigrations } from '#src/installation/migrations/apply'
import { migrationsFolder, readMigrations } from '#src/installation/migrations/migration-files'
import { buildTestApp } from '../support/build-app.ts'
import { createEmptyDatabase } from '../support/database/database.ts'
import { withAdmin } from '../support/server/test-server.ts'
import { silent as log } from './embedded-support.ts'

test('migrates and serves as an owner without superuser rights, with the rights from the guide for operators', async () => {
  const { adminUrl } = inject('testServer')
  const database = await createEmptyDatabase()
  const owner = `owner_${randomBytes(6).toString('hex')}`
  const url = new URL(database.url)
  const name = url.pathname.slice(1)
  await withAdmin(adminUrl, async (admin) => {
    await admin.query(`CREATE ROLE ${owner} LOGIN PASSWORD '${owner}'`)
    await admin.query(`GRANT guildhall_app, guildhall_chapter, guildhall_system TO ${owner}`)
    await admin.query(`ALTER DATABASE ${name} OWNER TO ${owner}`)
  })
  url.username = owner
  url.password = owner
  try {
    const all = readMigrations(migrationsFolder()).map((migration) => migration.name)
    expect((await applyMigrations(url.href, { log })).applied).toEqual(all)
    await migrateJobs(url.href)
    const server = await buildTestApp({ url: url.href })
    try {
      const caller = await server.tenant()
      const saved = await caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Owner' })
      expect(saved.statusCode, saved.body).toBe(200)
      expect((await caller.get('/api/contacts')).json()).toMatchObject({ TotalRecordAvailable: '1' })
    } finally {
      await server.close()
    }
  } finally {
    await database.drop()
    await withAdmin(adminUrl, async (admin) => void (await admin.query(`DROP ROLE ${owner}`)))
  }
})
