import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#kernel/database/database'
import { deriveFrom, keepFingerprint, openInstallationSecret } from '#services/auth/installation-secret'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'

let own: TestDatabase
let database: Database
let dataDir: string
beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase({
    loginKey: LOGIN_KEY,
    url: own.url,
    poolSize: 2,
    statementTimeout: 5000,
    onError: () => undefined,
  })
  dataDir = mkdtempSync(join(tmpdir(), 'guildhall-secret-'))
})
afterAll(async () => {
  await database.close()
  await own.drop()
  rmSync(dataDir, { recursive: true })
})

const open = async (secret = '', folder = dataDir, secretPrevious = '') => {
  const config = { secret, secretPrevious, dataDir: folder }
  const opened = await openInstallationSecret(config, database.systemPool)
  await keepFingerprint(config, opened, database.systemPool)
  return opened
}

test('the secret is created once, readable only by this user, and the same for all processes that start at once', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, () => open()))
  const keys = opened.map((secret) => Buffer.from(secret.key('access-token')).toString('hex'))
  expect(new Set(keys).size).toBe(1)
  const path = join(dataDir, 'secret-key')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toMatch(/^[\w-]{43}\n$/)
  expect(Buffer.from((await open()).key('access-token')).toString('hex')).toBe(keys[0])
})

test('each purpose has its own key of 32 bytes', () => {
  const secret = deriveFrom('x'.repeat(32))
  const keys = (['access-token', 'sealed-records', 'fingerprint'] as const).map((purpose) =>
    Buffer.from(secret.key(purpose)),
  )
  expect(keys.map(({ length }) => length)).toEqual([32, 32, 32])
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3)
})

test('rejects a database that was initialized with another secret, with a message', async () => {
  await open()
  await expect(open('another secret, just as long as needed')).rejects.toThrow(
    /initialized with another secret than GUILDHALL_SECRET/,
  )
  const elsewhere = mkdtempSync(join(tmpdir(), 'guildhall-secret-'))
  await expect(open('', elsewhere)).rejects.toThrow(`${elsewhere}/secret-key`)
  writeFileSync(join(elsewhere, 'secret-key'), 'short')
  await expect(open('', elsewhere)).rejects.toThrow('at least 32 characters')
  rmSync(elsewhere, { recursive: true })
})

test('stores only a fingerprint of the secret in the database', async () => {
  const secret = readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()
  const row = await database.system.setting.findFirst({ where: { key: 'secret-fingerprint' } })
  expect(row).not.toBeNull()
  expect(row?.value).not.toContain(secret)
})

test('a change of the secret binds the database to the new one, while the previous one is configured', async () => {
  const { url, drop } = await createTestDatabase()
  const changing = openDatabase({
    loginKey: LOGIN_KEY,
    url,
    poolSize: 2,
    statementTimeout: 5000,
    onError: () => undefined,
  })
  const start = async (secret: string, secretPrevious = '') => {
    const config = { secret, secretPrevious, dataDir }
    const opened = await openInstallationSecret(config, changing.systemPool)
    await keepFingerprint(config, opened, changing.systemPool)
    return opened
  }
  const first = 'the first secret, long enough as it is'
  const second = 'the second secret, as long as is needed'
  await start(first)
  await expect(start(second)).rejects.toThrow(/set GUILDHALL_SECRET_PREVIOUS to the old one/)
  // The new secret can be announced first: the database stays bound to the current one.
  await start(first, second)
  await start(first)
  const changed = await start(second, first)
  expect(changed.keys('sealed-records').map((key) => Buffer.from(key).toString('hex'))).toEqual(
    [second, first].map((secret) => Buffer.from(deriveFrom(secret).key('sealed-records')).toString('hex')),
  )
  await start(second)
  await expect(start(first)).rejects.toThrow(/initialized with another secret/)
  await changing.close()
  await drop()
})
