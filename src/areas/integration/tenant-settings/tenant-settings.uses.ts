import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

/** What the settings of a tenant use. */
export const tenantSettingsUses: readonly RecordUse[] = [
  {
    of: 'taxregion',
    user: 'tenant setting',
    users: 'tenant settings',
    scope: 'tenant-settings:read',
    remedy: 'Set TaxRegionId of the tenant settings to another tax region first.',
    rows: (tenantId) => Prisma.sql`SELECT t.tax_region_id AS used_id, t.id, 'TaxRegionId'::text AS name
      FROM tenant t WHERE t.id = ${tenantId}::integer`,
  },
]
