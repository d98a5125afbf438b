import type { TenantSettings } from '#contract/integration/tenant-settings'
import type { Tenant } from '#prisma/client'
import { namedSettings } from './tenant-settings.model.ts'

export const presentTenantSettings = (tenant: Tenant): TenantSettings => ({
  AuditId: tenant.auditId,
  ...namedSettings(tenant),
})
