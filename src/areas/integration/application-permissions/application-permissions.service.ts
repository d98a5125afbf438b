import { hashToken, makeToken } from '#kernel/crypto/api-key'
import { ruleRefused } from '#kernel/errors/problem'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { apiKeyEvents, oauthClientEvents } from './application-permissions.events.ts'
import {
  type NewPermission,
  type PermissionEdit,
  type PermissionKind,
  requireCanGrant,
  requireConsistent,
  type SavedPermission,
} from './application-permissions.model.ts'
import { getPermission, MAX_PERMISSIONS, permissionKinds } from './application-permissions.queries.ts'

const RESETS: Record<PermissionKind, string> = { apikey: apiKeyEvents.reset, oauthclient: oauthClientEvents.reset }

const DEFAULTS = {
  isGlobal: false,
  addressList: null,
  redirectUrls: [] as string[],
  corsOrigins: [] as string[],
  isPublicClient: false,
}

/**
 * Creates a permission and returns its complete secret, which is not stored. A public client has no secret.
 *
 * @throws 403 insufficient-scope; 422 address-list-needed, redirect-url-needed, too-many-permissions.
 */
export const createPermission = (scope: Scope, kind: PermissionKind, input: NewPermission): Promise<SavedPermission> =>
  scope.db.transaction((tx) => addPermission(scope, tx, kind, input))

/** Adds a permission in the transaction of a change that needs it. */
export const addPermission = async (
  scope: Scope,
  tx: Transaction,
  kind: PermissionKind,
  input: NewPermission,
): Promise<SavedPermission> => {
  const { tenantId } = scope.db
  const now = scope.clock.now()
  const row = { ...DEFAULTS, ...input, kind }
  requireConsistent(row)
  requireCanGrant(scope, row.scopes, row.isGlobal)
  if ((await tx.applicationPermission.count({ where: { tenantId, kind, revokedAt: null } })) >= MAX_PERMISSIONS)
    throw ruleRefused('too-many-permissions', `The tenant has ${MAX_PERMISSIONS}, the maximum. Delete one first.`)
  const { id } = await tx.applicationPermission.create({
    data: {
      ...row,
      tenantId,
      clientId: kind === 'oauthclient' ? makeToken('ghi', scope.db.tenantId) : null,
      createdBy: actorName(scope.actor),
      createdAt: now,
      modifiedAt: now,
    },
  })
  const secret = row.isPublicClient ? undefined : await addSecret(scope, tx, kind, id)
  const saved = await recordSaved(scope, tx, { kind, id, action: 'created' })
  return { ...saved, ...(secret !== undefined && { secret }) }
}

/**
 * Changes a permission without its secret. The caller must be able to grant the scopes before and after the change.
 *
 * @throws 403 insufficient-scope; 404; 409 stale-audit-id; 412; 422 client-kind-fixed, address-list-needed,
 *   redirect-url-needed.
 */
export const updatePermission = (
  scope: Scope,
  kind: PermissionKind,
  id: number,
  edit: PermissionEdit,
  expected: ExpectedVersion,
): Promise<SavedPermission> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, permissionKinds[kind], id, expected)
    const next = { ...current, ...edit }
    if (next.isPublicClient !== current.isPublicClient)
      throw ruleRefused('client-kind-fixed', 'A client cannot become public or confidential. Create another client.')
    requireConsistent(next)
    requireCanGrant(scope, current.scopes, current.isGlobal)
    requireCanGrant(scope, next.scopes, next.isGlobal)
    await writeNextVersion(scope, tx, id, edit)
    return recordSaved(scope, tx, { kind, id, action: 'updated', fields: Object.keys(edit) })
  })

/**
 * Creates a new secret and returns it. Older secrets expire after the grace, none later than before.
 *
 * @throws 403 insufficient-scope, 404, 422 public-client.
 */
export const resetSecret = (
  scope: Scope,
  kind: PermissionKind,
  id: number,
  graceSeconds: number,
): Promise<SavedPermission & { secret: string }> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, permissionKinds[kind], id)
    if (current.isPublicClient) throw ruleRefused('public-client', 'A public client has no secret.')
    requireCanGrant(scope, current.scopes, current.isGlobal)
    await expireSecrets(scope, tx, id, graceSeconds)
    const secret = await addSecret(scope, tx, kind, id)
    // A reset without grace means that the secret was disclosed: tokens that were issued for it expire as well.
    await writeNextVersion(scope, tx, id, graceSeconds === 0 ? { tokensValidFrom: scope.clock.now() } : {})
    const change = {
      kind,
      id,
      action: 'updated',
      changes: { reset: { graceSeconds } },
      fields: ['reset'],
      eventKind: RESETS[kind],
    } satisfies SavedChange
    return { ...(await recordSaved(scope, tx, change)), secret }
  })

/**
 * Revokes a permission permanently, with all its tokens and codes. The caller must be able to grant its scopes.
 *
 * @throws 403 insufficient-scope, 404, 412.
 */
export const deletePermission = (
  scope: Scope,
  kind: PermissionKind,
  id: number,
  expected: ExpectedVersion,
): Promise<number> => scope.db.transaction((tx) => revokePermission(scope, tx, kind, id, expected))

/** Revokes a permission in the transaction of a change that ends its use. */
export const revokePermission = async (
  scope: Scope,
  tx: Transaction,
  kind: PermissionKind,
  id: number,
  expected?: ExpectedVersion,
): Promise<number> => {
  const current = await lockRecord(scope, tx, permissionKinds[kind], id, expected)
  requireCanGrant(scope, current.scopes, current.isGlobal)
  await writeNextVersion(scope, tx, id, { revokedAt: scope.clock.now() })
  const payload = { ApplicationName: current.applicationName }
  await recordChange(scope, tx, changeOf(permissionKinds[kind], nextVersionOf(current), 'deleted', { payload }))
  return id
}

const writeNextVersion = async (
  { db, clock }: Scope,
  tx: Transaction,
  id: number,
  data: PermissionEdit & { revokedAt?: Date; tokensValidFrom?: Date },
): Promise<void> => {
  await tx.applicationPermission.update({
    where: { tenantId_id: { tenantId: db.tenantId, id } },
    data: { ...data, ...NEXT_VERSION, modifiedAt: clock.now() },
    select: { id: true },
  })
}

const addSecret = async ({ db, clock }: Scope, tx: Transaction, kind: PermissionKind, id: number): Promise<string> => {
  const secret = makeToken(kind === 'apikey' ? 'ghk' : 'ghs', db.tenantId)
  await tx.applicationSecret.createMany({
    data: [
      {
        tenantId: db.tenantId,
        permissionId: id,
        hash: hashToken(secret),
        hint: secret.slice(-4),
        createdAt: clock.now(),
      },
    ],
  })
  return secret
}

const expireSecrets = async ({ db, clock }: Scope, tx: Transaction, permissionId: number, graceSeconds: number) => {
  const end = new Date(clock.now().getTime() + graceSeconds * 1000)
  await tx.applicationSecret.updateMany({
    where: { tenantId: db.tenantId, permissionId, OR: [{ expiresAt: null }, { expiresAt: { gt: end } }] },
    data: { expiresAt: end },
  })
}

interface SavedChange {
  kind: PermissionKind
  id: number
  action: 'created' | 'updated'
  changes?: Prisma.InputJsonObject
  /** The fields that an update sends. */
  fields?: string[]
  /** If it is not that of the action. */
  eventKind?: string
}

/** Records a save, and returns the permission after it. */
const recordSaved = async (scope: Scope, tx: Transaction, saved: SavedChange): Promise<SavedPermission> => {
  const { kind, id, action, fields, ...details } = saved
  const permission = await getPermission(scope, kind, id, tx)
  const payload = { ApplicationName: permission.applicationName, ...(fields && { fields }) }
  await recordChange(scope, tx, changeOf(permissionKinds[kind], permission, action, { payload, ...details }))
  return { permission }
}
