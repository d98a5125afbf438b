import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { tenantSeeds } from '#areas/joined'
import { type Database, openDatabase } from '#kernel/database/database'
import { provisionTenant } from '#kernel/tenancy/provision'
import type { Tenant } from '#prisma/client'
import { type CredentialService, openCredentials } from '#services/auth/credential-service'
import { createTestDatabase } from '../database/database.ts'
import { LOGIN_KEY } from '../database/login-key.ts'
import { APART } from '../database/own-ids.ts'
import { copyTenant } from '../database/prepared-tenants.ts'
import { repeatTenant } from '../database/repeated-tenants.ts'

/** A database and its credentials, which several apps of a test process can share. */
export interface TestInstallation {
  url: string
  database: Database
  credentials: CredentialService
  /** Returns a tenant that no test has used. */
  newTenant(): Promise<Tenant>
  /** Returns a tenant with ids that none of the others has. */
  foreignTenant(): Promise<Tenant>
  close(): Promise<void>
}

/** Opens a new database, or an existing one for a second replica. */
export const openTestInstallation = async (log: Logger, existingUrl?: string): Promise<TestInstallation> => {
  const own = existingUrl === undefined ? await createTestDatabase() : undefined
  const url = existingUrl ?? own?.url ?? ''
  const database = openDatabase({
    loginKey: LOGIN_KEY,
    url,
    poolSize: 6,
    statementTimeout: 20_000,
    onError: () => undefined,
  })
  const credentials = await openCredentials(database, log)
  return {
    url,
    database,
    credentials,
    newTenant: () => (own ? newTenantLikeFirst(database) : newTenant(database)),
    foreignTenant: () => newTenant(database, inject('hasOwnIds') ? APART : 't-'),
    close: async () => {
      await credentials.close()
      await database.close()
      await own?.drop()
    },
  }
}

/** Number of prepared tenants: more than one of two workers needs. Further tenants are provisioned one by one. */
const PREPARED = 600

/** Opens a new database with tenants prepared for many files. */
export const openSharedInstallation = async (log: Logger): Promise<TestInstallation> => {
  const installation = await openTestInstallation(log)
  const { database, url } = installation
  const { id } = await newTenant(database)
  await copyTenant(url, id, PREPARED)
  const prepared = await database.system.tenant.findMany({ where: { id: { not: id } }, orderBy: { id: 'asc' } })
  const next = async () => prepared.shift() ?? (await newTenant(database))
  return { ...installation, newTenant: next, ...(!inject('hasOwnIds') && { foreignTenant: next }) }
}

const newTenantLikeFirst = async (database: Database): Promise<Tenant> => {
  const key = await repeatTenant(database.ownerUrl, () => newTenant(database))
  return database.system.tenant.findFirstOrThrow({ where: { key } })
}

const newTenant = (database: Database, prefix = 't-'): Promise<Tenant> => {
  const key = `${prefix}${randomBytes(5).toString('hex')}`
  return provisionTenant(database, { key, name: `Tenant ${key}` }, tenantSeeds)
}
