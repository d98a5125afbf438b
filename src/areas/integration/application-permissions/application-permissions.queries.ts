import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { apiKeyEvents, oauthClientEvents } from './application-permissions.events.ts'
import type { Permission, PermissionKind } from './application-permissions.model.ts'

/** Permissions of one kind per tenant. */
export const MAX_PERMISSIONS = 1000

/** Only the kernel can read the hashes: this database role has no access to them. */
const PARTS = {
  secrets: { select: { id: true, hint: true, createdAt: true, expiresAt: true }, orderBy: { id: 'desc' } },
  uses: { select: { secretId: true, lastUsedAt: true }, orderBy: { lastUsedAt: 'desc' } },
} as const

const recordKind = (
  kind: PermissionKind,
  { entity, noun, events }: Pick<RecordKind<Permission>, 'entity' | 'noun' | 'events'>,
): RecordKind<Permission> => ({
  entity,
  ...(noun && { noun }),
  ...(events && { events }),
  table: 'application_permission',
  columns: { tokens_valid_from: null, revoked_at: null },
  find: (tx, { id }, scope) => findPermission(scope, kind, id, tx),
})

export const permissionKinds: Record<PermissionKind, RecordKind<Permission>> = {
  apikey: recordKind('apikey', { entity: 'api-key', noun: 'API key', events: apiKeyEvents }),
  oauthclient: recordKind('oauthclient', { entity: 'oauth-client', noun: 'OAuth client', events: oauthClientEvents }),
}

/** Lists the permissions of a kind by application name; the revoked ones too if they are asked for. */
export const listPermissions = (
  { db }: Scope,
  kind: PermissionKind,
  { withRevoked = false }: { withRevoked?: boolean } = {},
): Promise<Permission[]> =>
  db.prisma.applicationPermission.findMany({
    where: { tenantId: db.tenantId, kind, ...(!withRevoked && { revokedAt: null }) },
    include: PARTS,
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
    include: PARTS,
  })

/** Returns a permission of a kind. @throws 404 if it does not exist or is revoked. */
export const getPermission = (
  scope: Scope,
  kind: PermissionKind,
  id: number,
  models: Models = scope.db.prisma,
): Promise<Permission> => getRecord(scope, permissionKinds[kind], id, models)
