import type { TenantSettings } from '#contract/integration/tenant-settings'
import type { Tenant } from '#prisma/client'
import { pickNamedSettings } from './tenant-settings.model.ts'

export const presentTenantSettings = (tenant: Tenant): TenantSettings => ({
  AuditId: tenant.auditId,
  ...pickNamedSettings(tenant),
})
