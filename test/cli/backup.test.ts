import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { urlOfRole } from '#kernel/database/logins'
import { LOGIN_KEY } from '../support/database/login-key.ts'
import { useCommandBench } from './command-bench.ts'

const { guildhall, url } = useCommandBench()
const parent = mkdtempSync(join(tmpdir(), 'guildhall-backup-test-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** A backup that cannot succeed: its message, after the check that nothing was announced and no folder was made. */
const refused = async (env: Record<string, string>): Promise<string> => {
  const folder = join(parent, 'backup')
  const { code, out, err } = await guildhall(`backup ${folder}`, env)
  expect([code, out, existsSync(folder)]).toEqual([1, '', false])
  expect(err).not.toContain('Dumping')
  expect(err).not.toMatch(/^\s+at /m)
  return err
}

describe('guildhall backup checks everything before it begins, and states what to do', () => {
  test('about an address that is none, or where nothing responds, by the name of its variable', async () => {
    expect(await refused({ BACKUP_URL: 'here' })).toBe(
      'BACKUP_URL is not an address. Write it as postgresql://guildhall_backup:<password>@<host>/<database>.\n',
    )
    const nowhere = new URL(url())
    nowhere.port = '1'
    expect(await refused({ BACKUP_URL: nowhere.href })).toBe(
      `PostgreSQL at ${nowhere.hostname}:1 does not accept connections. Start it, or correct BACKUP_URL.\n`,
    )
    const missing = new URL(url())
    missing.pathname = '/nowhere'
    expect(await refused({ BACKUP_URL: missing.href })).toContain('Correct BACKUP_URL, or run as a superuser')
  })

  test('about a user that cannot read all tenants', async () => {
    const limited = urlOfRole('guildhall_app', { url: url(), loginKey: LOGIN_KEY })
    expect(await refused({ BACKUP_URL: limited })).toMatch(
      /^"guildhall_app_\w+", the user of BACKUP_URL, cannot read the rows of all tenants\. Create the user guildhall_backup/,
    )
  })

  test('about programs that are not installed', async () => {
    expect(await refused({ POSTGRES_BIN: join(parent, 'none') })).toMatch(
      /^pg_dump of PostgreSQL \d+ or newer is needed/,
    )
  })
})
