import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import type { Tenant } from '#prisma/client'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { tenantSettingsEvents } from './tenant-settings.events.ts'

/** Locks the row of the tenant. Does not wait for transactions that reference it. */
const lockTenantSql = (tenantId: number): Sql =>
  Prisma.sql`SELECT id FROM tenant WHERE id = ${tenantId}::integer FOR NO KEY UPDATE`

/** The settings of a tenant are columns of its row, so that their id is that of the tenant. */
export const tenantSettingsKind: Pick<RecordKind<Tenant>, 'entity' | 'events'> = {
  entity: 'tenantsettings',
  events: tenantSettingsEvents,
}

/** Reads the settings from the database: those in the scope can be those at the start of a long command. */
export const getTenantSettings = async ({ db }: Scope, models: Models = db.prisma): Promise<Tenant> => {
  const tenant = await models.tenant.findFirst({ where: { id: db.tenantId } })
  if (!tenant) throw notFound('tenant')
  return tenant
}

/** Locks the settings and returns their current state. @throws 409 stale-audit-id, 412. */
export const lockTenantSettings = async (scope: Scope, tx: Transaction, expected: ExpectedVersion): Promise<Tenant> => {
  await tx.rows(lockTenantSql(scope.db.tenantId))
  const current = await getTenantSettings(scope, tx)
  requireVersion(current.auditId, expected)
  return current
}
