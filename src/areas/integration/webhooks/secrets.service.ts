import { setTimeout } from 'node:timers/promises'
import type { Sealer } from '#kernel/crypto/seal'
import { conflict } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { lockClaimsSql } from './deliveries/claims.sql.ts'
import { openSecrets, sealSecret } from './secrets.model.ts'
import { pruneSecretsSql } from './webhooks.sql.ts'

/** Secrets that sign at the same time. The oldest ones above the limit are deleted. */
const MAX_SECRETS = 5
const HINT_CHARACTERS = 4

/** Stores a new secret of a webhook. Older secrets expire after the grace, none later than before. */
export const addSecret = async (
  { db, clock }: Scope,
  tx: Transaction,
  sealer: Sealer,
  { webhookId, secret, graceSeconds }: { webhookId: number; secret: string; graceSeconds: number },
): Promise<void> => {
  const { tenantId } = db
  const now = clock.now()
  const end = new Date(now.getTime() + graceSeconds * 1000)
  const older = { tenantId, webhookId, OR: [{ expiresAt: null }, { expiresAt: { gt: end } }] }
  await tx.webhookSecret.updateMany({ where: older, data: { expiresAt: end } })
  const sealed = sealSecret(sealer, tenantId, webhookId, secret)
  await tx.webhookSecret.createMany({
    data: [{ tenantId, webhookId, sealed, hint: secret.slice(-HINT_CHARACTERS), createdAt: now }],
  })
  await tx.rows(pruneSecretsSql(tenantId, webhookId, { now, limit: MAX_SECRETS }))
}

/** Lists the secrets that sign now, opened, the newest first. */
export const listSecrets = async ({ db, clock }: Scope, sealer: Sealer, webhookId: number): Promise<string[]> => {
  const rows = await db.prisma.webhookSecret.findMany({
    where: { tenantId: db.tenantId, webhookId, OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }] },
    select: { sealed: true },
    orderBy: { id: 'desc' },
  })
  const sealed = rows.map((row) => row.sealed)
  return openSecrets(sealer, db.tenantId, webhookId, sealed)
}

/**
 * Refuses a webhook without a secret, which only those of an imported tenant are: archives leave secrets out.
 *
 * @throws 409 secret-missing.
 */
export const requireHasSecret = (secrets: readonly unknown[]): void => {
  if (secrets.length === 0)
    throw conflict(
      'secret-missing',
      'The webhook has no secret, because its tenant was imported. Create one with ' +
        'POST /api/webhooks/setup/{webhookid}/secret/rotate, or send RotateSecret: true.',
    )
}

const MAX_WAIT_MS = 3000
const POLL_MS = 20

/**
 * Waits up to three seconds for deliveries that were claimed with the old secrets, so that a receiver which accepts only
 * the new secret rejects none of them. Call it after the commit.
 */
export const waitForOldSignatures = async ({ db }: Scope, webhookId: number): Promise<void> => {
  const { tenantId } = db
  const underWay = await db.transaction(async (tx) => {
    // A worker that has this lock may already have read the old secrets.
    await tx.rows(lockClaimsSql)
    return tx.webhookDelivery.findMany({
      where: { tenantId, webhookId, status: 'sending' },
      select: { id: true, claims: true },
    })
  })
  const oldClaims = underWay.map(({ id, claims }) => ({ tenantId, id, claims, status: 'sending' }))
  const deadline = performance.now() + MAX_WAIT_MS
  while (oldClaims.length > 0 && performance.now() < deadline) {
    if ((await db.prisma.webhookDelivery.count({ where: { OR: oldClaims } })) === 0) return
    await setTimeout(POLL_MS)
  }
}
