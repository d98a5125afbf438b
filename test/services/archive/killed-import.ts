import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { runCommand, startCommand } from '#test/support/cli/command'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { TEST_SECRET } from '#test/support/database/login-key'
import { archiveFolder, exportTo, loadTenant } from '#test/support/integration/archives'
import { withAdmin } from '#test/support/server/test-server'

const NOW = new Date('2026-11-21T12:00:00Z')

let source: TestApp
let mine: TestCaller
let target: TestDatabase
const folder = archiveFolder()

const query = async (sql: string) => withAdmin(target.url, async (client) => (await client.query(sql)).rows)

/** Resolves as soon as the import writes rows, or has ended. */
const untilItWrites = async (hasEnded: () => boolean): Promise<void> => {
  const writing = `SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'guildhall import' AND query LIKE 'INSERT INTO %'`
  while (!hasEnded() && (await query(writing)).length === 0);
}

/** Defines the test of an import whose process is killed. @param kills number of processes that are killed first */
export const testKilledImport = (contacts: number, kills: number): void => {
  beforeAll(async () => {
    source = await buildTestApp({ own: true, clock: { now: () => NOW } })
    mine = await source.tenant()
    target = await createTestDatabase()
    await loadTenant(source, mine.tenant, NOW, contacts)
    await exportTo(source, mine.tenant, folder.path('tenant.tar'))
  })
  afterAll(async () => {
    await source.close()
    await target.drop()
    folder.remove()
  })

  test(`an import that is killed ${kills} times leaves nothing, and the same command completes it`, {
    timeout: 120_000 + kills * 30_000,
  }, async () => {
    const args = ['import', 'tenant', folder.path('tenant.tar'), '--key', 'moved']
    const env = { DATABASE_URL: target.url, GUILDHALL_SECRET: TEST_SECRET, GUILDHALL_DATA_DIR: folder.path('data') }
    for (let round = 0; round < kills; round++) {
      const command = startCommand(args, env)
      let hasEnded = false
      void command.result.then(() => {
        hasEnded = true
      })
      await untilItWrites(() => hasEnded)
      command.process.kill('SIGKILL')
      const { code } = await command.result
      expect(code, 'the import was killed before its end').toBeNull()
      expect(await query('SELECT FROM tenant')).toEqual([])
    }
    const { code, out, err } = await runCommand(args, env)
    expect(code, err).toBe(0)
    expect(out).toContain('Created tenant moved')
    expect(out).toContain('API keys')
    const [tenant] = await query(`SELECT id FROM tenant WHERE key = 'moved'`)
    expect(await query('SELECT imported_as AS id FROM tenant_import')).toEqual([{ id: tenant?.id }])
    const stored = readdirSync(join(folder.path('data'), 'files'))
    expect(stored).toEqual([String(tenant?.id)])
    const [checked] = await query(
      `SELECT (SELECT sum(n) FROM record_count) = (SELECT sum(n) FROM record_count WHERE tenant_id = ${tenant?.id}) AS "isOnly"`,
    )
    expect(checked).toEqual({ isOnly: true })
  })
}
