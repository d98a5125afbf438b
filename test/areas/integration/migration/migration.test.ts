import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseWait } from '#areas/integration/migration/migration.model'
import { MIGRATION_LOCK } from '#services/migrations/migrations'
import { migrationsFolder, readMigrations } from '#src/installation/migrations/migration-files'
import type { TestApp, TestCaller } from '#test/support/build-app'
import {
  findItem as find,
  type MigrationBench,
  type MigrationResult,
  openMigrations,
} from '#test/support/integration/migration'
import { withAdmin } from '#test/support/server/test-server'

const PATHS = ['all', 'db', 'report', 'template/communication', 'template/document', 'template/message']

let bench: MigrationBench
let server: TestApp
let platform: TestCaller
beforeAll(async () => {
  bench = await openMigrations()
  server = bench.server
  platform = bench.platform
})
afterAll(() => bench.close())

describe.each(PATHS)('every migration: %s', (path) => {
  test('returns 403 to an administrator of a tenant', async () => {
    const response = await (await server.caller(platform.tenant, ['admin'])).get(`/api/migration/${path}`)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'insufficient-scope', detail: expect.stringContaining('platform') })
    expect(response.headers['www-authenticate']).toContain('scope="platform"')
  })

  test('requires the scope of the area also from the platform', async () => {
    const caller = await server.caller(platform.tenant, ['platform'])
    expect((await caller.get(`/api/migration/${path}`)).statusCode).toBe(403)
  })

  test('refuses an unknown parameter, and does nothing', async () => {
    const before = await server.database.system.migrationRun.count()
    const response = await platform.get(`/api/migration/${path}?dryRun=true`)
    expect([response.statusCode, response.json().errors[0].pointer]).toEqual([400, 'query:dryRun'])
    expect(await server.database.system.migrationRun.count()).toBe(before)
  })

  test('is never cached, and HEAD changes nothing', async () => {
    const before = await server.database.system.migrationRun.count()
    const { statusCode, headers } = await server.app.inject({
      method: 'HEAD',
      url: `/api/migration/${path}`,
      headers: { authorization: `ApiKey ${platform.key}` },
    })
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toContain('no-store')
    expect(await server.database.system.migrationRun.count()).toBe(before)
  })
})

describe('Prefer: wait', () => {
  test.each([
    ['wait=0', 0],
    ['respond-async, wait=10', 10],
    ['wait=99', 25],
    ['wait=abc', 25],
    ['wait=-1', 25],
    ['wait', 25],
    [undefined, 25],
  ])('%s waits up to %i seconds', (prefer, seconds) => expect(parseWait(prefer)).toBe(seconds))
})

describe('GET /api/migration/db (runDatabaseMigration)', () => {
  test('applies what is pending by a worker, and repeated does nothing', async () => {
    bench.write('99980101000000_rock', 'CREATE TABLE rock (id int PRIMARY KEY)')
    expect(find(await bench.call('report'), '99980101000000_rock')).toMatchObject({
      State: 'pending',
      AppliedDate: null,
    })
    const result = await bench.callWithWorker('db')
    expect(result).toMatchObject({ Success: true, Source: 'db', Run: { State: 'done', Message: null } })
    expect(result.Items).toMatchObject([{ Name: '99980101000000_rock', State: 'applied' }])
    expect(await bench.query("SELECT to_regclass('rock')::text AS name")).toEqual([{ name: 'rock' }])
    const again = await bench.callWithWorker('db')
    expect(again).toMatchObject({ Success: true, Source: 'db', Items: [] })
  })

  test('returns a run that takes too long as running, excludes others, and the report shows its end', async () => {
    bench.write('99980102000000_sand', 'CREATE TABLE sand (id int PRIMARY KEY)')
    const result = await bench.call('db', platform, { prefer: 'respond-async, wait=0' })
    expect(result).toMatchObject({ Success: false, Source: 'running', Run: { State: 'queued', FinishedDate: null } })
    expect(find(result, '99980102000000_sand')).toMatchObject({ State: 'pending' })
    for (const path of ['db', 'all']) {
      const second = await platform.get(`/api/migration/${path}`)
      expect(second.statusCode).toBe(409)
      expect(second.json().code).toBe('migration-running')
    }
    await bench.runQueued()
    const after = await bench.call('report')
    expect(after).toMatchObject({ Success: true, Run: { RunId: result.Run?.RunId, State: 'done' } })
    expect(find(after, '99980102000000_sand')).toMatchObject({ State: 'applied', AppliedDate: expect.any(String) })
  })

  test('reports a migration that fails with its reason, and applies it after a correction', async () => {
    bench.write('99980103000000_clay', 'CREATE TABLE clay (id int);\nINSERT INTO loam VALUES (1)')
    bench.write('99980104000000_slate', 'CREATE TABLE slate (id int)')
    const failed = await bench.callWithWorker('db')
    expect(failed).toMatchObject({ Success: false, Source: 'db', Run: { State: 'failed' } })
    expect(failed.Run?.Message).toContain('relation "loam" does not exist')
    expect(find(failed, '99980103000000_clay')).toMatchObject({
      State: 'failed',
      Message: expect.stringMatching(/loam/),
    })
    expect(find(failed, '99980104000000_slate')).toMatchObject({ State: 'pending' })
    expect(await bench.call('report')).toMatchObject({ Success: false })
    bench.write('99980103000000_clay', 'CREATE TABLE clay (id int)')
    expect((await bench.callWithWorker('db')).Items.map(({ Name }) => Name)).toEqual([
      '99980103000000_clay',
      '99980104000000_slate',
    ])
    expect(await bench.call('report')).toMatchObject({ Success: true })
  })

  test('recognizes a migration that was changed after it was applied', async () => {
    const before = 'CREATE TABLE chalk (id int)'
    bench.write('99980105000000_chalk', before)
    await bench.callWithWorker('db')
    bench.write('99980105000000_chalk', `${before}; -- edited`)
    const changed = await bench.call('report')
    expect(changed.Success).toBe(false)
    expect(find(changed, '99980105000000_chalk')).toMatchObject({ State: 'changed' })
    const result = await bench.callWithWorker('db')
    expect(result).toMatchObject({ Success: false, Run: { State: 'failed' } })
    expect(result.Run?.Message).toContain('not what it was')
    bench.write('99980105000000_chalk', before)
    expect((await bench.callWithWorker('db')).Success).toBe(true)
  })

  test('returns 409 while another process applies migrations at its start', async () => {
    await withAdmin(server.url, async (client) => {
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
      expect((await platform.get('/api/migration/db')).json().code).toBe('migration-running')
      expect((await platform.get('/api/migration/template/message')).json().code).toBe('migration-running')
    })
  })

  test('fails a run whose job no worker will try again, and starts the next one', async () => {
    const stuck = await bench.call('db', platform, { prefer: 'wait=0' })
    await bench.query(
      `UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'installation/migrate_database:${stuck.Run?.RunId}'`,
    )
    const next = await bench.callWithWorker('db')
    expect(next).toMatchObject({ Success: true, Run: { State: 'done' } })
    const old = await server.database.system.migrationRun.findFirst({ where: { id: stuck.Run?.RunId as number } })
    expect(old).toMatchObject({ state: 'failed', message: expect.stringContaining('ended before') })
  })

  test('accepts one of many requests at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => platform.get('/api/migration/db', { prefer: 'wait=0' })),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
    await bench.runQueued()
  })
})

describe('GET /api/migration/report (getMigrationReport)', () => {
  test('lists all migrations in order, and those of a newer version', async () => {
    await bench.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('newer', 'x', '99990101000000_newer', now())`)
    const { Items } = await bench.call('report')
    const names = Items.map(({ Name }) => Name)
    const all = readMigrations(migrationsFolder()).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...all, '99990101000000_newer']))
    expect(names).toEqual([...names].sort())
    expect(Items[0]).toMatchObject({
      Name: '20261129220000_foundation',
      State: 'applied',
      AppliedDate: expect.any(String),
    })
    expect(Items.at(-1)).toMatchObject({ State: 'applied', Message: expect.stringContaining('newer version') })
    await bench.query("DELETE FROM _prisma_migrations WHERE id = 'newer'")
  })
})

describe('GET /api/migration/all (runAllMigrations)', () => {
  const callAll = async (): Promise<MigrationResult[]> => {
    const { Content } = (await bench.callWithWorker('all')) as unknown as { Content: string }
    return JSON.parse(Content)
  }

  test('migrates the database, then the templates', async () => {
    bench.write('99980106000000_flint', 'CREATE TABLE flint (id int)')
    await bench.makeOld('task-reminder', false)
    const results = await callAll()
    expect(results.map(({ Source, Success }) => [Source, Success])).toEqual([
      ['db', true],
      ['template/communication', true],
      ['template/document', true],
      ['template/message', true],
    ])
    expect(results[0]?.Items).toMatchObject([{ Name: '99980106000000_flint', State: 'applied' }])
    expect(results[3] && find(results[3], 'task-reminder')).toMatchObject({ State: 'updated' })
  })

  test('stops after a migration of the database that fails', async () => {
    bench.write('99980107000000_marl', 'SELECT * FROM nothing')
    const results = await callAll()
    expect(results.map(({ Source, Success }) => [Source, Success])).toEqual([['db', false]])
    bench.remove('99980107000000_marl')
    await bench.query("DELETE FROM _prisma_migrations WHERE migration_name = '99980107000000_marl'")
  })
})
