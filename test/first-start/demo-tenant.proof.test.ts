import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#kernel/config/config'
import { hashToken } from '#kernel/crypto/api-key'
import { createLogger } from '#kernel/logging/logger'
import { verifyPassword } from '#services/identity/sign-in/password'
import { completeDemo, makeDemoTenant } from '#src/first-start/demo-tenant'
import { isDemoIncomplete, isFirstStart } from '#src/first-start/first-start'
import { type Installation, openInstallation } from '#src/installation/installation'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'

const log = createLogger('silent')
let own: TestDatabase
let folder: string
const open: Installation[] = []

const replica = async (): Promise<Installation> => {
  const config = readConfig({ DATABASE_URL: own.url, GUILDHALL_DATA_DIR: folder })
  const installation = await openInstallation(config, log)
  open.push(installation)
  return installation
}

beforeEach(async () => {
  own = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'guildhall-first-'))
})

afterEach(async () => {
  for (const installation of open.splice(0)) await installation.close()
  await own.drop()
  rmSync(folder, { recursive: true })
})

/** Hashes of the valid keys for everything. The connection of the demo's ledger has a key of its own, for the feeds. */
const adminKeys = async (system: Installation['database']['system']): Promise<string[]> => {
  const permission = { revokedAt: null, scopes: { has: 'admin' } }
  return (await system.applicationSecret.findMany({ where: { permission } })).map(({ hash }) => hash)
}

test('one of several replicas that start at once creates the demo tenant, with a valid key and login', async () => {
  const replicas = [await replica(), await replica(), await replica()]
  const starts = await Promise.all(replicas.map((installation) => makeDemoTenant(installation, log)))
  expect(starts.filter((start) => start !== undefined)).toHaveLength(1)

  const { system } = (replicas[0] as Installation).database
  expect(await system.tenant.count()).toBe(1)
  expect(await system.contact.count({ where: { isUnmatched: false } })).toBe(300)
  const key = readFileSync(join(folder, 'first-api-key'), 'utf8').trim()
  expect(await adminKeys(system)).toEqual([hashToken(key)])
  const [email = '', password = ''] = readFileSync(join(folder, 'first-login'), 'utf8').split('\n')
  const login = await system.login.findFirst({ where: { email } })
  expect(await verifyPassword(password, login?.passwordHash)).toBe(true)
  for (const name of ['first-api-key', 'first-login']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})

test('the next start completes an interrupted first start', async () => {
  const installation = await replica()
  await makeDemoTenant(installation, log)
  const { system } = installation.database
  await system.setting.update({ where: { key: 'first-start' }, data: { value: 'begun' } })
  const again = await makeDemoTenant(installation, log)
  expect(again).toBeDefined()
  expect(await system.contact.count({ where: { isUnmatched: false } })).toBe(300)
  const key = readFileSync(join(folder, 'first-api-key'), 'utf8').trim()
  expect(await adminKeys(system)).toEqual([hashToken(key)])
  expect(await isFirstStart(installation.database)).toBe(false)
})

test('the other records follow once, by one of several replicas, and the key stays valid', async () => {
  const replicas = [await replica(), await replica()] as const
  const [{ database }] = replicas
  await makeDemoTenant(replicas[0], log)
  const key = readFileSync(join(folder, 'first-api-key'), 'utf8').trim()
  expect([await isDemoIncomplete(database), await database.system.workflow.count()]).toEqual([true, 0])
  expect(await makeDemoTenant(replicas[1], log)).toBeUndefined()
  await Promise.all(replicas.map((installation) => completeDemo(installation, log)))
  await completeDemo(replicas[1], log)
  expect([await isDemoIncomplete(database), await isFirstStart(database)]).toEqual([false, false])
  expect(await database.system.workflow.count()).toBeGreaterThan(0)
  expect(await database.system.storedFile.count()).toBeGreaterThan(0)
  expect(await adminKeys(database.system)).toEqual([hashToken(key)])
}, 60_000)

test('does not change a database that has tenants', async () => {
  const installation = await replica()
  await installation.database.system.tenant.create({ data: { key: 'north', name: 'North' } })
  expect(await isFirstStart(installation.database)).toBe(false)
  expect(await makeDemoTenant(installation, log)).toBeUndefined()
  expect(await installation.database.system.contact.count()).toBe(0)
})
