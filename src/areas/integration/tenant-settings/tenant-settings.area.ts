import type { Area } from '#areas/area'
import { kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { tenantSettingsEvents } from './tenant-settings.events.ts'
import { presentTenantSettings } from './tenant-settings.presenter.ts'
import { getTenantSettings, tenantSettingsKind } from './tenant-settings.queries.ts'
import { tenantSettings } from './tenant-settings.routes.ts'

const tenantSettingsUses: readonly RecordUse[] = [
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

/** The settings of a tenant own its logo. */
const tenantSettingsFiles: readonly FileOwner[] = [
  {
    kind: tenantSettingsKind.entity,
    remedy: 'The file is the logo of the tenant. Choose another logo in the settings of the tenant first.',
    scope: 'tenant-settings:read',
    rows: (tenantId) => Prisma.sql`SELECT t.id, t.name FROM tenant t WHERE t.id = ${tenantId}::integer`,
  },
]

export const tenantSettingsArea: Area = {
  routes: [tenantSettings],
  events: kinds('tenant-settings', {
    [tenantSettingsEvents.updated]: 'Settings of the tenant changed',
  }),
  shapes: {
    tenantsettings: presented('tenant-settings:read', async (scope) =>
      presentTenantSettings(await getTenantSettings(scope)),
    ),
  },
  uses: tenantSettingsUses,
  files: tenantSettingsFiles,
}
