import type { TenantSeed } from '../tenancy/provision.ts'
import { chapterOwnerScopes } from './chapter-limit.ts'
import { ADMIN_SCOPE, areaScopes } from './scopes.ts'

/** The roles of a new tenant: named sets of scopes for staff. */
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
