import { randomUUID } from 'node:crypto'
import { hashToken, makeToken } from '#kernel/auth/api-key'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion, versionOf } from '#kernel/records/versions'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import {
  KIND_NAMES,
  type Permission,
  type PermissionEdit,
  type PermissionKind,
  type Saved,
} from './application-permissions.model.ts'
import { findPermission, MOST_PERMISSIONS } from './application-permissions.queries.ts'
import { assertMayGrant, assertMayTouch, assertWhole } from './permission-rules.ts'

/** What a creation must name. */
export type NewPermission = PermissionEdit & Required<Pick<PermissionEdit, 'applicationName' | 'scopes'>>

/** Creates a permission. The answer holds the whole secret, which is not kept; a public client has none. */
export const createPermission = async (scope: Scope, kind: PermissionKind, wanted: NewPermission): Promise<Saved> => {
  const { tenantId } = scope.db
  const now = scope.clock.now()
  const row = { ...DEFAULTS, ...wanted, kind }
  assertWhole(row)
  assertMayGrant(scope, row.scopes, row.isGlobal)
  return scope.db.transaction(async (tx) => {
    if ((await tx.applicationPermission.count({ where: { tenantId, kind, revokedAt: null } })) >= MOST_PERMISSIONS) {
      throw ruleRefused('too-many-permissions', `A tenant has at most ${MOST_PERMISSIONS}; delete one first.`)
    }
    const { id } = await tx.applicationPermission.create({
      data: {
        ...row,
        tenantId,
        clientId: kind === 'oauthclient' ? randomUUID() : null,
        createdBy: actorName(scope.actor),
        createdAt: now,
        modifiedAt: now,
      },
    })
    const secret = row.isPublicClient ? undefined : await addSecret(scope, tx, kind, id)
    return saved(scope, tx, kind, id, { action: 'created', changes: { ...wanted }, secret })
  })
}

const DEFAULTS = {
  isGlobal: false,
  addressList: null,
  redirectUrls: [] as string[],
  corsOrigins: [] as string[],
  isPublicClient: false,
}

/** Changes a permission, its secret left as it is. The caller must hold what it had as well as what it shall have. */
export const changePermission = (
  scope: Scope,
  kind: PermissionKind,
  id: number,
  wanted: PermissionEdit,
  expected: ExpectedVersion,
): Promise<Saved> =>
  scope.db.transaction(async (tx) => {
    const current = await lockPermission(scope, tx, kind, id, expected)
    const next = { ...current, ...wanted }
    if (next.isPublicClient !== current.isPublicClient) {
      throw ruleRefused('client-kind-fixed', 'Whether a client is public is settled when it is made; make another one.')
    }
    assertWhole(next)
    assertMayGrant(scope, current.scopes, current.isGlobal)
    assertMayGrant(scope, next.scopes, next.isGlobal)
    await bumpVersion(scope, tx, id, wanted)
    return saved(scope, tx, kind, id, { action: 'updated', changes: { ...wanted } })
  })

/** Makes a new secret. Older ones end after the grace, and none of them later than it would have. */
export const resetSecret = (
  scope: Scope,
  kind: PermissionKind,
  id: number,
  graceSeconds: number,
): Promise<Saved & { secret: string }> =>
  scope.db.transaction(async (tx) => {
    const current = await lockPermission(scope, tx, kind, id)
    if (current.isPublicClient) throw ruleRefused('public-client', 'A public client has no secret.')
    assertMayGrant(scope, current.scopes, current.isGlobal)
    await retireSecrets(scope, tx, id, graceSeconds)
    const secret = await addSecret(scope, tx, kind, id)
    // Without any grace somebody has the secret who should not: what was gained with it goes as well.
    await bumpVersion(scope, tx, id, graceSeconds === 0 ? { tokensValidFrom: scope.clock.now() } : {})
    return {
      ...(await saved(scope, tx, kind, id, { action: 'updated', changes: { reset: { graceSeconds } } })),
      secret,
    }
  })

/** Revokes a permission for good, and with it every token and code that hangs on it. */
export const deletePermission = (
  scope: Scope,
  kind: PermissionKind,
  id: number,
  expected: ExpectedVersion,
): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const current = await lockPermission(scope, tx, kind, id, expected)
    assertMayTouch(scope, current.isGlobal)
    await bumpVersion(scope, tx, id, { revokedAt: scope.clock.now() })
    await recordChange(scope, tx, {
      entity: KIND_NAMES[kind].entity,
      entityId: id,
      auditId: current.auditId + 1,
      action: 'deleted',
    })
    return id
  })

/** The permission as it is until this transaction ends. A version that the caller names must be the current one. */
const lockPermission = async (
  scope: Scope,
  tx: Transaction,
  kind: PermissionKind,
  id: number,
  expected: ExpectedVersion = versionOf(null),
): Promise<Permission> => {
  await tx.$queryRaw`select 1 from application_permission where tenant_id = ${scope.db.tenantId} and id = ${id} for update`
  const current = await findPermission(scope, kind, id, tx)
  if (!current) throw notFound(KIND_NAMES[kind].words)
  assertVersion(current.auditId, { ...expected, isRequired: false })
  return current
}

const bumpVersion = async (
  { db, clock }: Scope,
  tx: Transaction,
  id: number,
  data: PermissionEdit & { revokedAt?: Date; tokensValidFrom?: Date },
): Promise<void> => {
  await tx.applicationPermission.update({
    where: { tenantId_id: { tenantId: db.tenantId, id } },
    data: { ...data, auditId: { increment: 1 }, modifiedAt: clock.now() },
    select: { id: true },
  })
}

const addSecret = async ({ db, clock }: Scope, tx: Transaction, kind: PermissionKind, id: number): Promise<string> => {
  const secret = makeToken(kind === 'apikey' ? 'ghk' : 'ghs')
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

const retireSecrets = async ({ db, clock }: Scope, tx: Transaction, permissionId: number, graceSeconds: number) => {
  const end = new Date(clock.now().getTime() + graceSeconds * 1000)
  await tx.applicationSecret.updateMany({
    where: { tenantId: db.tenantId, permissionId, OR: [{ expiresAt: null }, { expiresAt: { gt: end } }] },
    data: { expiresAt: end },
  })
}

const saved = async (
  scope: Scope,
  tx: Transaction,
  kind: PermissionKind,
  id: number,
  { secret, ...change }: { action: 'created' | 'updated'; changes: object; secret?: string | undefined },
): Promise<Saved> => {
  const permission = await findPermission(scope, kind, id, tx)
  if (!permission) throw notFound(KIND_NAMES[kind].words)
  await recordChange(scope, tx, {
    entity: KIND_NAMES[kind].entity,
    entityId: id,
    auditId: permission.auditId,
    ...change,
  })
  return { permission, ...(secret !== undefined && { secret }) }
}
