import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Finding } from '#src/installation/doctor/finding'
import { runCommandHere } from '../support/cli/command-here.ts'

const folder = mkdtempSync(join(tmpdir(), 'guildhall-installation-'))
// Root runs PostgreSQL as another user, who has to enter the folder.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const guildhall = (args: string, env: Record<string, string> = {}) =>
  runCommandHere(args.split(' '), { GUILDHALL_DATA_DIR: folder, ...env })

describe('a data directory without an installation', () => {
  test.each([
    'tenant list',
    'tenant rename --key north --name North',
    'key list --tenant north',
    'login list --tenant north',
    'files check',
    'import contacts nothing.csv --tenant north',
    `backup ${join(folder, 'backup')}`,
  ])('is left empty by guildhall %s, which fails', async (args) => {
    expect(await guildhall(args)).toEqual({
      code: 1,
      out: '',
      err: `There is no installation in ${folder}. Start the server, or correct GUILDHALL_DATA_DIR.\n`,
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('gets one by guildhall tenant create, with programs for backups as something to look at', async () => {
    const created = await guildhall('tenant create --key north --name North')
    expect(created).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Created tenant north/) })
    expect(await guildhall('tenant list')).toMatchObject({ code: 0, out: expect.stringMatching(/^north /) })
    const { out } = await guildhall('doctor --json', { PORT: '0', POSTGRES_BIN: join(folder, 'none') })
    const findings: Finding[] = JSON.parse(out)
    expect(findings.filter(({ subject }) => subject === 'backup')).toEqual([
      {
        subject: 'backup',
        state: 'warn',
        message: expect.stringMatching(
          /^guildhall backup cannot work: pg_dump of PostgreSQL (\d+) or newer is needed, but it is not installed\. Install postgresql-client-\1,/,
        ),
        advice: expect.stringContaining('stop the server and copy the data folder'),
      },
    ])
  }, 60_000)
})
