import type { SiteModule as PresentedModule } from '#contract/commerce/sites'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { SiteModule } from '#prisma/client'
import { SITE_MODULES } from './site-modules.model.ts'

export const presentSiteModule =
  (scope: Scope) =>
  ({ typeId, auditId, isAllowed }: SiteModule): PresentedModule => ({
    SiteModuleTypeId: typeId,
    AuditId: auditId,
    Name: SITE_MODULES[typeId] ?? null,
    IsAllowed: isAllowed,
    Actions: hasGrant(scope, 'sponsorships:write') ? ['view', 'edit'] : ['view'],
  })
