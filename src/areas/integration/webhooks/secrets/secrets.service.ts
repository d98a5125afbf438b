import { setTimeout } from 'node:timers/promises'
import type { Sealer } from '#kernel/crypto/seal'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { CLAIMING } from '../deliveries/claims.sql.ts'
import { openSecrets, sealSecret } from './secrets.model.ts'

/** Secrets that sign at once; of more the oldest end. */
const MOST_SECRETS = 5
const HINT_CHARACTERS = 4

/** Keeps a webhook's new secret; older ones end after the grace, none of them later than it would have. */
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
  await tx.$executeRaw(Prisma.sql`DELETE FROM webhook_secret WHERE tenant_id = ${tenantId} AND webhook_id = ${webhookId}
    AND (expires_at <= ${now}::timestamptz OR id NOT IN (SELECT id FROM webhook_secret
      WHERE tenant_id = ${tenantId} AND webhook_id = ${webhookId} ORDER BY id DESC LIMIT ${MOST_SECRETS}))`)
}

/** The secrets that sign at present, open, the newest first. */
export const readSecrets = async ({ db, clock }: Scope, sealer: Sealer, webhookId: number): Promise<string[]> => {
  const rows = await db.prisma.webhookSecret.findMany({
    where: { tenantId: db.tenantId, webhookId, OR: [{ expiresAt: null }, { expiresAt: { gt: clock.now() } }] },
    select: { sealed: true },
    orderBy: { id: 'desc' },
  })
  const sealed = rows.map((row) => row.sealed)
  return openSecrets(sealer, db.tenantId, webhookId, sealed)
}

const LONGEST_WAIT_MS = 3000
const LOOK_MS = 20

/**
 * Waits, a few seconds at most, until what was taken up with the secrets of before has ended: a receiver that goes over
 * to the new one when it learns it then refuses nothing. Call it behind the commit.
 */
export const outlastOldSignatures = async ({ db }: Scope, webhookId: number): Promise<void> => {
  const { tenantId } = db
  const underWay = await db.transaction(async (tx) => {
    // Whoever takes deliveries up at this moment has read the secrets of before, perhaps, and is waited for.
    await tx.$executeRaw`select pg_advisory_xact_lock(${CLAIMING})`
    return tx.webhookDelivery.findMany({
      where: { tenantId, webhookId, status: 'sending' },
      select: { id: true, claims: true },
    })
  })
  const asBefore = underWay.map(({ id, claims }) => ({ tenantId, id, claims, status: 'sending' }))
  const until = performance.now() + LONGEST_WAIT_MS
  while (asBefore.length > 0 && performance.now() < until) {
    if ((await db.prisma.webhookDelivery.count({ where: { OR: asBefore } })) === 0) return
    await setTimeout(LOOK_MS)
  }
}
