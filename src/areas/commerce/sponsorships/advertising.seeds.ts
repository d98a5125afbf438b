import type { TenantSeed } from '#kernel/tenancy/provision'
import { SITE_MODULES } from './site-modules/site-modules.model.ts'

/** Creates the modules of sites, all of which can show ads. */
export const seedSiteModules: TenantSeed = async (tx, tenantId) => {
  await tx.siteModule.createMany({ data: Object.keys(SITE_MODULES).map((id) => ({ tenantId, typeId: Number(id) })) })
}
