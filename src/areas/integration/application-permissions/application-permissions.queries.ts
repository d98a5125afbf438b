import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Permission, PermissionKind } from './application-permissions.model.ts'

/** Permissions of one kind per tenant. */
export const MAX_PERMISSIONS = 1000

/** Only the kernel can read the hashes: this database role has no access to them. */
const SECRETS = {
  secrets: { select: { hint: true, createdAt: true, expiresAt: true }, orderBy: { id: 'desc' } },
} as const

const recordKind = (kind: PermissionKind, entity: string, noun: string): RecordKind<Permission> => ({
  entity,
  noun,
  table: 'application_permission',
  find: (tx, { id }, scope) => findPermission(scope, kind, id, tx),
})

export const permissionKinds: Record<PermissionKind, RecordKind<Permission>> = {
  apikey: recordKind('apikey', 'api-key', 'API key'),
  oauthclient: recordKind('oauthclient', 'oauth-client', 'OAuth client'),
}

/** Lists the permissions of a kind by application name. */
export const listPermissions = ({ db }: Scope, kind: PermissionKind): Promise<Permission[]> =>
  db.prisma.applicationPermission.findMany({
    where: { tenantId: db.tenantId, kind, revokedAt: null },
    include: SECRETS,
    orderBy: [{ applicationName: 'asc' }, { id: 'asc' }],
    take: MAX_PERMISSIONS,
  })

/** Finds a permission of a kind; null if it does not exist or is revoked. */
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
