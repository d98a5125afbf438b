import type { Tenant } from '#prisma/client'
import type { Database } from '../database/database.ts'
import { badInput } from '../errors/problem.ts'
import { findCurrencyFault, isTenantCurrency } from '../money/currencies.ts'
import { zoneName } from '../time/local-time.ts'
import { openTenantDb, type Transaction } from './tenant-db.ts'
import { TENANT_KEY } from './tenant-part.ts'

export interface NewTenant {
  /** Lower-case letters, digits and hyphens, 2 to 63. */
  key: string
  name: string
  /** IANA name. */
  timeZone?: string
  /** ISO 4217, with two decimals. */
  currencyCode?: string
  /** ISO 3166-1 numeric. */
  countryId?: number
}

/** Creates the value lists of an area in a new tenant. */
export type TenantSeed = (tx: Transaction, tenantId: number) => Promise<void>

/** Creates a tenant with its roles and the value lists of all areas. @throws 400, 409 if the key is already in use. */
export const provisionTenant = async (
  database: Database,
  wanted: NewTenant,
  seeds: readonly TenantSeed[],
): Promise<Tenant> => {
  if (!TENANT_KEY.test(wanted.key)) throw badInput('/key', 'must be 2 to 63 lower-case letters, digits and hyphens')
  requireTimeZone(wanted.timeZone ?? 'UTC')
  requireCurrency(wanted.currencyCode ?? 'USD')
  const tenant = await database.system.tenant.create({ data: wanted })
  await seedTenant(database, tenant, seeds)
  return tenant
}

/** Creates the value lists of all areas in a tenant that has none, in one transaction. */
export const seedTenant = (database: Database, { id }: Pick<Tenant, 'id'>, seeds: readonly TenantSeed[]) =>
  openTenantDb(database, id).transaction(async (tx) => {
    for (const seed of seeds) await seed(tx, id)
  })

const requireTimeZone = (name: string): void => {
  if (!zoneName(name)) throw badInput('/timeZone', `"${name}" is not an IANA time zone such as Europe/Berlin`)
}

const requireCurrency = (code: string): void => {
  if (!isTenantCurrency(code)) throw badInput('/currencyCode', findCurrencyFault(code))
}
