import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask } from '../installation/embedded-support.ts'
import { type RunningCommand, startCommand } from '../support/cli/command.ts'
import { type BreakableDatabase, breakableDatabase } from '../support/database/breakable-database.ts'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'

let database: TestDatabase
let link: BreakableDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  link = await breakableDatabase(database.url)
})
afterEach(() => link.close())

const demo = (): RunningCommand =>
  startCommand(['demo', '--contacts', '20000'], {
    DATABASE_URL: link.url,
    GUILDHALL_SECRET: 'a secret of the tests, nothing else',
  })

/** Waits until the command loads contacts, over a connection of its own. */
const isLoading = async () =>
  expect
    .poll(
      () =>
        ask(
          database.url,
          `SELECT count(*)::int FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'guildhall demo' AND query LIKE 'COPY%'`,
        ),
      { timeout: 120_000, interval: 5 },
    )
    .toBeGreaterThan(0)

test('a command that loses its database ends with one sentence and 1', async () => {
  const command = demo()
  await isLoading()
  link.cut()
  const { code, err } = await command.result
  expect(code).toBe(1)
  expect(err).toContain('PostgreSQL became unavailable during the work')
  expect(err).not.toMatch(/^\s+at /m)
})

test('a command whose reader has seen enough ends without a stack trace', async () => {
  const { process: child, result } = startCommand(['--help'], {})
  child.stdout?.destroy()
  const { code, err } = await result
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test('a command that is interrupted ends with the code of the signal and prints no error', async () => {
  const command = demo()
  await isLoading()
  command.process.kill('SIGINT')
  const { code, err } = await command.result
  expect(code).toBe(130)
  expect(err).not.toMatch(/^\s+at |Error|pool/m)
})
