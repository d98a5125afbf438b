import type { Tenant } from '#prisma/client'
import { TENANT_KEY } from '../auth/authenticate.ts'
import type { Database } from '../database/database.ts'
import { badInput } from '../errors/problem.ts'
import { zoneName } from '../time/local-time.ts'
import { openTenantDb, type Transaction } from './tenant-db.ts'

export interface NewTenant {
  /** Lower-case letters, digits and hyphens, 2 to 63. */
  key: string
  name: string
  /** IANA name. */
  timeZone?: string
  /** ISO 4217. */
  currencyCode?: string
  /** ISO 3166-1 numeric. */
  countryId?: number
}

/** What an area puts into a new tenant: its value lists. */
export type TenantSeed = (tx: Transaction, tenantId: number) => Promise<void>

/** Creates a tenant with its roles and every area's value lists. Refuses a key that is malformed or taken. */
export const provisionTenant = async (
  database: Database,
  wanted: NewTenant,
  seeds: readonly TenantSeed[],
): Promise<Tenant> => {
  if (!TENANT_KEY.test(wanted.key)) throw badInput('/key', 'must be 2 to 63 lower-case letters, digits and hyphens')
  assertTimeZone(wanted.timeZone ?? 'UTC')
  const tenant = await database.system.tenant.create({ data: wanted })
  await seedTenant(database, tenant, seeds)
  return tenant
}

/** Puts every area's value lists into a tenant that has none: all of them or, where one fails, nothing. */
export const seedTenant = (database: Database, { id }: Pick<Tenant, 'id'>, seeds: readonly TenantSeed[]) =>
  openTenantDb(database, id).transaction(async (tx) => {
    for (const seed of seeds) await seed(tx, id)
  })

const assertTimeZone = (name: string): void => {
  if (!zoneName(name)) throw badInput('/timeZone', `"${name}" is no IANA time zone, like Europe/Berlin`)
}
