import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantSeeds } from '#areas/joined'
import { type Database, openDatabase } from '#kernel/database/database'
import { provisionTenant } from '#kernel/tenancy/provision'
import { LOGIN_KEY } from '#test/support/database/login-key'
import { importedLines, importResult, peopleCsv } from '#test/support/people/killed-imports'
import { runCommand, startCommand } from '../support/cli/command.ts'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'

let own: TestDatabase
let database: Database
let folder: string

const importInto = (key: string) => ({
  args: [
    'import',
    'contacts',
    join(folder, 'people.csv'),
    '--tenant',
    key,
    '--report',
    join(folder, `${key}.csv`),
    '--create-groups',
  ],
  env: { DATABASE_URL: own.url, GUILDHALL_DATA_DIR: folder },
})

const reportOf = (key: string): string =>
  // The ids of possible duplicates differ between the tenants.
  readFileSync(join(folder, `${key}.csv`), 'utf8').replace(/contact \d+/g, 'contact')

export interface KilledImport {
  rows: number
  kills: number
}

/** Defines the test of an import whose process is killed. */
export const testKilledImport = ({ rows, kills }: KilledImport): void => {
  beforeAll(async () => {
    own = await createTestDatabase()
    folder = mkdtempSync(join(tmpdir(), 'guildhall-killed-'))
    database = openDatabase({
      loginKey: LOGIN_KEY,
      url: own.url,
      poolSize: 2,
      statementTimeout: 20_000,
      onError: () => undefined,
    })
  })

  afterAll(async () => {
    await database.close()
    await own.drop()
    rmSync(folder, { recursive: true })
  })

  test(`an import that is killed ${kills} times has the result of one that was not`, {
    timeout: 60_000 + kills * 30_000,
  }, async () => {
    writeFileSync(join(folder, 'people.csv'), peopleCsv(rows))
    const whole = await provisionTenant(database, { key: 'whole', name: 'Whole' }, tenantSeeds)
    const killed = await provisionTenant(database, { key: 'killed', name: 'Killed' }, tenantSeeds)
    const { args, env } = importInto('whole')
    expect(await runCommand(args, env)).toMatchObject({ code: 0 })

    const other = importInto('killed')
    for (let kill = 0; kill < kills; kill++) {
      const before = await importedLines(database, killed.id)
      const running = startCommand(other.args, other.env)
      // Kills the process after at least one more batch, within the next one.
      while ((await importedLines(database, killed.id)) === before && running.process.exitCode === null);
      running.process.kill('SIGKILL')
      await running.result
      expect(await importedLines(database, killed.id)).toBeLessThan(rows)
    }
    const last = await runCommand(other.args, other.env)
    expect(last.err).toBe('')
    expect(last.out).toContain('Continued after line')
    expect(await importResult(database, killed.id)).toEqual(await importResult(database, whole.id))
    expect(reportOf('killed')).toBe(reportOf('whole'))
  })
}
