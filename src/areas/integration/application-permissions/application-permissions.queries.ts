import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Permission, PermissionKind } from './application-permissions.model.ts'

/** Most permissions of one kind in a tenant. */
export const MOST_PERMISSIONS = 1000

/** Hashes are for the kernel alone: this role may not read them. */
const SECRETS = {
  secrets: { select: { hint: true, createdAt: true, expiresAt: true }, orderBy: { id: 'desc' } },
} as const

/** Every permission of the kind that is not deleted, by application name. */
export const listPermissions = ({ db }: Scope, kind: PermissionKind): Promise<Permission[]> =>
  db.prisma.applicationPermission.findMany({
    where: { tenantId: db.tenantId, kind, revokedAt: null },
    include: SECRETS,
    orderBy: [{ applicationName: 'asc' }, { id: 'asc' }],
    take: MOST_PERMISSIONS,
  })

/** One permission; null where there is none of that kind in this tenant. */
export const findPermission = async (
  { db }: Scope,
  kind: PermissionKind,
  id: number,
  tx: Models = db.prisma,
): Promise<Permission | null> =>
  tx.applicationPermission.findFirst({
    where: { tenantId: db.tenantId, id, kind, revokedAt: null },
    include: SECRETS,
  })
