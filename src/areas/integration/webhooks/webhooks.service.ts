import { conflict, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { SenderTools } from './deliveries/deliveries.job.ts'
import { assertAnswering, assertCallable } from './deliveries/receiver.service.ts'
import { makeSecret } from './deliveries/signature.model.ts'
import { holdDeliveries, notPaused, pausedNow, releaseDeliveries } from './pauses.service.ts'
import { assertMaySend } from './records/record-access.queries.ts'
import { addSecret, outlastOldSignatures, readSecrets } from './secrets/secrets.service.ts'
import { assertMayTell } from './setup/filters.ts'
import { lockWebhook, recordWebhook } from './setup/webhook-writes.ts'
import type { Saved, Webhook, WebhookWish } from './webhooks.model.ts'
import { getWebhook } from './webhooks.queries.ts'

const MOST_WEBHOOKS = 100
const GRACE_SECONDS = 86_400

const DEFAULTS = {
  description: null,
  filters: ['*'],
  payloadStyle: 'thin' as string,
  isPaused: false,
  skipsPing: false,
}

/** Creates a webhook; the answer holds the whole secret. The receiver is asked before anything is written. */
export const createWebhook = async (
  scope: Scope,
  tools: SenderTools,
  wish: WebhookWish,
  preset: string | null = null,
): Promise<Saved> => {
  const { rotatesSecret: _, ...wanted } = wish
  const row = { ...DEFAULTS, ...wanted }
  const secret = makeSecret()
  const wasAsked = await askReceiver(scope, tools, row, [secret])
  const now = scope.clock.now()
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'webhook')
    await assertRoom(scope, tx, preset, row.url)
    const pause = row.isPaused ? pausedNow(now, 'asked') : notPaused
    const { id } = await tx.webhook.create({
      data: { tenantId, ...row, ...pause, preset, isUnwell: !wasAsked, createdAt: now, modifiedAt: now },
    })
    await addSecret(scope, tx, tools.sealer, { webhookId: id, secret, graceSeconds: 0 })
    const webhook = await getWebhook(scope, id, tx)
    await recordWebhook(scope, tx, webhook, 'created')
    return { webhook, secret }
  })
}

/** Changes what the wish names; answers the whole secret where it asked for a new one. */
export const changeWebhook = async (
  scope: Scope,
  tools: SenderTools,
  id: number,
  wish: WebhookWish,
  expected: ExpectedVersion,
): Promise<Saved> => {
  const { rotatesSecret, ...wanted } = wish
  const seen = await getWebhook(scope, id)
  assertVersion(seen.auditId, expected)
  const secret = rotatesSecret ? makeSecret() : undefined
  const secrets = [...(secret ? [secret] : []), ...(await readSecrets(scope, tools.sealer, seen.id))]
  const wasAsked = await askReceiver(scope, tools, { ...seen, ...wanted }, secrets, seen.url)
  const webhook = await scope.db.transaction(async (tx) => {
    const current = await lockWebhook(scope, tx, seen.id, expected)
    await assertMayChange(scope, tx, current, wanted)
    await writeChange(scope, tx, current, wanted, wasAsked)
    if (secret) await addSecret(scope, tx, tools.sealer, { webhookId: seen.id, secret, graceSeconds: GRACE_SECONDS })
    const changed = await getWebhook(scope, seen.id, tx)
    await recordWebhook(scope, tx, changed, 'updated', secret ? { SecretRotated: true } : {})
    return changed
  })
  if (secret) await outlastOldSignatures(scope, webhook.id)
  return { webhook, secret }
}

/** Makes a new secret; older ones sign beside it until the grace ends. */
export const rotateSecret = async (
  scope: Scope,
  tools: SenderTools,
  id: number,
  graceSeconds: number,
  expected: ExpectedVersion,
): Promise<Saved> => {
  const secret = makeSecret()
  const webhook = await scope.db.transaction(async (tx) => {
    const current = await lockWebhook(scope, tx, id, expected)
    await addSecret(scope, tx, tools.sealer, { webhookId: current.id, secret, graceSeconds })
    await writeChange(scope, tx, current, {}, false)
    const changed = await getWebhook(scope, current.id, tx)
    await recordWebhook(scope, tx, changed, 'updated', { SecretRotated: true })
    return changed
  })
  await outlastOldSignatures(scope, webhook.id)
  return { webhook, secret }
}

/** Deletes a webhook and its secrets; what waits is dropped, its attempts can be read until they are pruned. */
export const deleteWebhook = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockWebhook(scope, tx, id, expected)
    const now = scope.clock.now()
    await tx.webhook.update({
      where: { tenantId_id: { tenantId, id: current.id } },
      data: { deletedAt: now, modifiedAt: now, auditId: { increment: 1 } },
    })
    await tx.webhookSecret.deleteMany({ where: { tenantId, webhookId: current.id } })
    await tx.webhookDelivery.updateMany({
      where: { tenantId, webhookId: current.id, status: { in: ['preparing', 'waiting', 'sending', 'held'] } },
      data: { status: 'dropped', settledAt: now },
    })
    await recordWebhook(scope, tx, { ...current, auditId: current.auditId + 1 }, 'deleted')
  })

/**
 * Refuses what could not be sent or must not be told. Answers whether the receiver was asked, and said yes.
 * @param known the Url so far: one that leads nowhere by now must not keep its webhook from being paused.
 */
const askReceiver = async (
  scope: Scope,
  { outbound }: SenderTools,
  row: Pick<Webhook, 'url' | 'filters' | 'payloadStyle' | 'isPaused' | 'skipsPing'>,
  secrets: readonly string[],
  known?: string,
): Promise<boolean> => {
  assertMayTell(scope, row)
  if (row.isPaused && row.url === known) return false
  await assertCallable(outbound, row.url)
  if (row.skipsPing || row.isPaused) return false
  await assertAnswering(scope, outbound, row.url, secrets)
  return true
}

/** Holds the change against the webhook as it stands: since it was looked at, others may have changed their part of it. */
const assertMayChange = async (
  scope: Scope,
  tx: Transaction,
  current: Webhook,
  wanted: Partial<WebhookWish>,
): Promise<void> => {
  assertMayTell(scope, { ...current, ...wanted })
  if (wanted.url !== current.url) await assertMaySend(scope, tx, current.id, WAITING)
}

/** What goes to the new Url once that changes. */
const WAITING = Prisma.sql`status IN ('preparing', 'waiting', 'sending', 'held')`

const assertRoom = async ({ db }: Scope, tx: Transaction, preset: string | null, url: string): Promise<void> => {
  const live = { tenantId: db.tenantId, deletedAt: null }
  if (preset && (await tx.webhook.findFirst({ where: { ...live, preset, url }, select: { id: true } })))
    throw conflict('duplicate', 'There is such a webhook for this Url already.')
  if ((await tx.webhook.count({ where: live })) >= MOST_WEBHOOKS)
    throw ruleRefused('too-many', `A tenant has at most ${MOST_WEBHOOKS} webhooks. Delete one first.`)
}

const writeChange = async (
  scope: Scope,
  tx: Transaction,
  current: Webhook,
  wanted: Partial<WebhookWish>,
  wasAsked: boolean,
): Promise<void> => {
  const { tenantId, id } = current
  const now = scope.clock.now()
  const { isPaused = current.isPaused } = wanted
  const turns = isPaused !== current.isPaused
  const isFresh = wasAsked || turns || (wanted.url !== undefined && wanted.url !== current.url)
  await tx.webhook.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      ...wanted,
      ...(turns && (isPaused ? pausedNow(now, 'asked') : notPaused)),
      ...(isFresh && { failingSince: null, isUnwell: !wasAsked }),
      auditId: { increment: 1 },
      modifiedAt: now,
    },
  })
  if (turns) await (isPaused ? holdDeliveries : releaseDeliveries)(scope, tx, id)
}
