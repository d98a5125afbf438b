import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../support/cli/command.ts'
import { startServerChild } from '../support/processes/server-child.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { codeOfGuide } from './guide.ts'

const GUILDHALL_SECRET = 'a secret of the tests, nothing else'

let source: Cluster
let target: Cluster
const folder = mkdtempSync(join(tmpdir(), 'guildhall-backup-'))
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  source = await startCluster()
  target = await startCluster()
  await source.run('postgres', codeOfGuide('-- The user creates the roles and their logins.'))
  await target.run('postgres', codeOfGuide('-- The user creates the roles and their logins.'))
  await guildhall(source, 'tenant create --key north --name North')
  await source.run('guildhall', codeOfGuide('CREATE ROLE guildhall_backup'))
}, 180_000)
afterAll(async () => {
  await source.stop()
  await target.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (cluster: Cluster, args: string, env: Record<string, string> = {}) =>
  runCommand(args.split(' '), {
    DATABASE_URL: cluster.url('guildhall', 'guildhall'),
    GUILDHALL_SECRET,
    GUILDHALL_DATA_DIR: at(cluster === source ? 'source' : 'target'),
    ...env,
  })

const guildhall = async (cluster: Cluster, args: string, env: Record<string, string> = {}): Promise<string> => {
  const { code, out, err } = await run(cluster, args, env)
  expect(code, err).toBe(0)
  return out.trim()
}

const BACKUP = () => ({ BACKUP_URL: source.url('guildhall', 'guildhall_backup') })

/** Uploads a file to a server on the cluster, or reads one; with the key of an administrator. */
const withServer = async <T>(cluster: Cluster, work: (base: string) => Promise<T>): Promise<T> => {
  const server = await startServerChild(cluster.url('guildhall', 'guildhall'), {
    GUILDHALL_SECRET,
    FILES_FOLDER: at(cluster === source ? 'source/files' : 'target/files'),
  })
  try {
    return await work(`http://127.0.0.1:${server.port}`)
  } finally {
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
}

describe('guildhall backup', () => {
  test('needs a user that reads all tenants, and says which', async () => {
    const { code, err } = await run(source, `backup ${at('refused')}`)
    expect(code).toBe(1)
    expect(err).toContain('the user of DATABASE_URL, cannot read the rows of all tenants')
  })

  test('never writes into a folder that contains something', async () => {
    writeFileSync(at('note'), 'mine')
    const { code, err } = await run(source, `backup ${folder}`, BACKUP())
    expect([code, err]).toEqual([1, expect.stringContaining('is not empty. Give a new folder')])
  })
})

describe('guildhall restore', () => {
  let key: string
  let id: number
  test('restores records, keys and files on another server, with the secret of the backup', async () => {
    key = await guildhall(source, 'key create --tenant north --name Website')
    const headers = { authorization: `ApiKey ${key}` }
    await withServer(source, async (base) => {
      const body = new FormData()
      body.append('file', new Blob(['the minutes of the board']), 'minutes.txt')
      const response = await fetch(`${base}/api/files`, { method: 'POST', headers, body })
      expect(response.status).toBeLessThan(300)
      id = ((await response.json()) as { FileId: number }).FileId
    })
    expect(await guildhall(source, `backup ${at('first')}`, BACKUP())).toMatch(/and 1 files? /)
    expect(readdirSync(at('first')).sort()).toEqual(['backup.json', 'database.dump', 'files'])

    const other = { GUILDHALL_SECRET: 'another secret, of an installation that is not this one' }
    expect((await run(target, `restore ${at('first')}`, other)).err).toContain('was made with another secret')
    expect(await guildhall(target, `restore ${at('first')}`)).toMatch(/^Restored the backup of .* with 1 files/)
    await withServer(target, async (base) => {
      const response = await fetch(`${base}/api/webdav/${id}`, { headers: { ...headers, accept: 'text/plain' } })
      expect([response.status, await response.text()]).toEqual([200, 'the minutes of the board'])
    })
    expect(await guildhall(target, 'tenant list')).toMatch(/^north /)
  })

  test('replaces data only with --force', async () => {
    await guildhall(target, 'tenant create --key south --name South')
    const { code, err } = await run(target, `restore ${at('first')}`)
    expect([code, err]).toEqual([1, expect.stringContaining('The database is not empty')])
    expect(await guildhall(target, 'tenant list')).toMatch(/^south /m)
    await guildhall(target, `restore ${at('first')} --force`)
    expect(await guildhall(target, 'tenant list')).not.toMatch(/^south /m)
  })

  test('refuses a damaged backup and a folder that is none', async () => {
    appendFileSync(at('first/database.dump'), 'x')
    expect((await run(target, `restore ${at('first')} --force`)).err).toContain('is damaged')
    expect((await run(target, `restore ${folder}`)).err).toContain('is not a complete backup')
    expect(await guildhall(target, 'tenant list')).toMatch(/^north /)
  })
})
