import { ADMIN_SCOPE, areaScopes } from '#kernel/contract/scopes'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { chapterOwnerScopes } from './chapter-limit.ts'

/** Returns the roles of a new tenant: named sets of scopes for staff. */
export const seedRoles: TenantSeed = async (tx, tenantId) => {
  await tx.role.createMany({
    data: [
      { tenantId, name: 'Administrator', scopes: [ADMIN_SCOPE] },
      { tenantId, name: 'Staff', scopes: areaScopes('read', 'write') },
      { tenantId, name: 'Read only', scopes: areaScopes('read') },
      { tenantId, name: 'Chapter owner', scopes: chapterOwnerScopes(), isChapterLimited: true },
    ],
  })
}
