import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createPermission } from '#areas/integration/application-permissions/application-permissions.service'
import { tenantSeeds } from '#areas/joined'
import type { Database } from '#kernel/database/database'
import { systemScope } from '#kernel/outbox/deliver'
import { provisionTenant, seedTenant } from '#kernel/tenancy/provision'
import { systemClock } from '#kernel/time/clock'
import type { Tenant } from '#prisma/client'
import { resetPassword } from '#services/identity/login-changes'
import { createLogin, findActiveLogin } from '#services/identity/logins'
import { loadDemo } from '../demo/load-demo.ts'
import { loadWholeDemo } from '../demo/load-whole-demo.ts'
import type { Installation } from '../installation/installation.ts'
import { FIRST_START, isDemoIncomplete, isFirstStart } from './first-start.ts'
import { writePrivate } from './private-file.ts'

/** The results of the first start. */
export interface FirstStart {
  keyFile: string
  loginFile: string
  email: string
}

const EMAIL = 'admin@demo.example'
const CONTACTS = 300

/**
 * Creates the demo tenant on an empty database, with contacts, a staff login and an API key; the secrets are in files of
 * mode 600. `completeDemo` adds the other records. Undefined if that was done before, or the database has other tenants. If several processes start at once, one
 * does it and the others wait. If it is killed, the next start does it.
 */
export const makeDemoTenant = async (installation: Installation, log: Logger): Promise<FirstStart | undefined> => {
  const lock = await installation.database.systemPool.connect()
  try {
    await lock.query(`SELECT pg_advisory_lock(hashtextextended('${FIRST_START}', 0))`)
    return await makeOnce(installation, log)
  } finally {
    await lock.query(`SELECT pg_advisory_unlock(hashtextextended('${FIRST_START}', 0))`).catch(() => undefined)
    lock.release()
  }
}

const makeOnce = async (installation: Installation, log: Logger): Promise<FirstStart | undefined> => {
  const { database, config } = installation
  const { setting } = database.system
  if (!(await isFirstStart(database))) return undefined
  await setting.upsert({ where: { key: FIRST_START }, create: { key: FIRST_START, value: 'begun' }, update: {} })
  const made = await findOrMake(database)
  await loadDemo({ database, tenant: made, contacts: CONTACTS, now: new Date() })
  const start = {
    keyFile: join(config.dataDir, 'first-api-key'),
    loginFile: join(config.dataDir, 'first-login'),
    email: EMAIL,
  }
  await giveLogin(database, made, start.loginFile)
  await giveKey(installation, made, start.keyFile, log)
  await setting.update({ where: { key: FIRST_START }, data: { value: 'usable' } })
  return start
}

/**
 * Adds the other records of the demonstration, while the server already responds. If it is killed, the next start
 * continues. Returns false if another process is doing so or has done it.
 */
export const completeDemo = async (installation: Installation, log: Logger): Promise<boolean> => {
  const { system, systemPool } = installation.database
  const lock = await systemPool.connect()
  const name = `hashtextextended('${FIRST_START}-rest', 0)`
  try {
    const { rows } = await lock.query<{ got: boolean }>(`SELECT pg_try_advisory_lock(${name}) AS got`)
    if (!rows[0]?.got || !(await isDemoIncomplete(installation.database))) return false
    const tenant = await system.tenant.findFirst({ where: { key: 'demo' } })
    if (tenant) await loadWholeDemo(installation, { tenant, contacts: CONTACTS, now: new Date(), log })
    await system.setting.update({ where: { key: FIRST_START }, data: { value: 'done' } })
    return true
  } finally {
    await lock.query(`SELECT pg_advisory_unlock(${name})`).catch(() => undefined)
    lock.release()
  }
}

const findOrMake = async (database: Database): Promise<Tenant> => {
  const { tenant, role } = database.system
  const found = await tenant.findFirst({ where: { key: 'demo' } })
  if (!found) return provisionTenant(database, { key: 'demo', name: 'Guildhall Demo Association' }, tenantSeeds)
  if ((await role.count({ where: { tenantId: found.id } })) === 0) await seedTenant(database, found, tenantSeeds)
  return found
}

/** A start that was killed can have created the login with an unknown password: it gets this one. */
const giveLogin = async (database: Database, tenant: Tenant, file: string): Promise<void> => {
  const password = randomBytes(15).toString('base64url')
  if (await findActiveLogin(database.system, EMAIL)) await resetPassword(database, EMAIL, password, new Date())
  else {
    const wanted = { tenantKey: tenant.key, email: EMAIL, displayName: 'Demo Administrator', password }
    await createLogin(database, { ...wanted, role: 'Administrator' })
  }
  writePrivate(file, `${EMAIL}\n${password}\n`)
}

const KEY_NAME = 'First API key'

/** A start that was killed can have created an unknown key: it is revoked. */
const giveKey = async ({ database }: Installation, tenant: Tenant, file: string, log: Logger): Promise<void> => {
  const scope = await systemScope({ database, clock: systemClock, log }, tenant.id)
  await database.system.applicationPermission.updateMany({
    where: { tenantId: tenant.id, applicationName: KEY_NAME, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  const { secret } = await createPermission(scope, 'apikey', { applicationName: KEY_NAME, scopes: ['admin'] })
  writePrivate(file, `${secret}\n`)
}
