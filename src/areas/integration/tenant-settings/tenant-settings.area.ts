import type { Area } from '#areas/area'
import { kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { tenantSettingsEvents } from './tenant-settings.events.ts'
import { tenantSettingsFiles } from './tenant-settings.files.ts'
import { presentTenantSettings } from './tenant-settings.presenter.ts'
import { getTenantSettings } from './tenant-settings.queries.ts'
import { tenantSettings } from './tenant-settings.routes.ts'
import { tenantSettingsUses } from './tenant-settings.uses.ts'

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
