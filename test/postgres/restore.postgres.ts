import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../installation/embedded-support.ts'
import { runCommand } from '../support/cli/command.ts'
import { startServerChild } from '../support/processes/server-child.ts'
import { binaries, type Cluster, newFolder, startCluster } from './cluster.ts'
import { codeOfGuide } from './guide.ts'

let source: Cluster
let target: Cluster
const folder = newFolder()
beforeAll(async () => {
  source = await startCluster()
  target = await startCluster()
}, 480_000)
afterAll(async () => {
  await source.stop()
  await target.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The same as that of startServerChild: the backup of a database is worth nothing without its secret. */
const GUILDHALL_SECRET = 'a secret of the tests, nothing else'

/** Runs a command of the guide in a shell. */
const shell = (command: string, env: Record<string, string>) =>
  execFileSync('bash', ['-euc', command], {
    cwd: folder,
    env: { PATH: `${binaries()}:${process.env.PATH}`, ...env },
    stdio: 'pipe',
  })

const guildhall = async (url: string, args: string[]): Promise<string> => {
  const { code, out, err } = await runCommand(args, { DATABASE_URL: url, GUILDHALL_SECRET })
  expect(err.includes('    at '), err).toBe(false)
  expect(code, err).toBe(0)
  return out.trim()
}

/** Saves an individual on a server of its own, and returns the number found by name after that. */
const saveAndCount = async (url: string, key: string, FirstName: string): Promise<string> => {
  const server = await startServerChild(url)
  try {
    const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' }
    const base = `http://127.0.0.1:${server.port}/api/contacts`
    const saved = await fetch(`${base}/person/0`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ FirstName, LastName: 'Émile' }),
    })
    expect(saved.status, await saved.text()).toBe(200)
    const found = (await (await fetch(`${base}?$search=emile`, { headers })).json()) as Record<string, string>
    return found.TotalRecordAvailable ?? ''
  } finally {
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
}

/** The commands of the guide for another user, and another database of that name. */
const forAnotherUser = (code: string): string => code.replaceAll(/\bguildhall\b/g, 'registry')

test('a backup restored on another server, as a user with another name, starts with its keys and records', async () => {
  await source.run('postgres', codeOfGuide('-- The user creates the roles and their logins.'))
  const old = source.url('guildhall', 'guildhall')
  await guildhall(old, ['tenant', 'create', '--key', 'north', '--name', 'North'])
  const key = await guildhall(old, ['key', 'create', '--tenant', 'north', '--name', 'Website'])
  expect(await saveAndCount(old, key, 'Ada')).toBe('1')

  await source.run('guildhall', codeOfGuide('CREATE ROLE guildhall_backup'))
  shell(codeOfGuide('# backup'), { BACKUP_URL: source.url('guildhall', 'guildhall_backup') })
  await target.run('postgres', forAnotherUser(codeOfGuide('-- You create the roles')))
  await target.script('postgres', await guildhall('', ['database', 'logins']))
  const restored = target.url('registry', 'registry')
  shell(codeOfGuide('# restore'), { DATABASE_URL: restored })

  expect(await saveAndCount(restored, key, 'Grace')).toBe('2')
  const owners = `SELECT string_agg(DISTINCT pg_get_userbyid(proowner), ', ') FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prosecdef AND proname <> 'enqueue_jobs'`
  expect(await ask(restored, owners)).toBe('guildhall_system')
  expect(await guildhall(restored, ['migrate'])).toBe('The database is up to date.')
})
