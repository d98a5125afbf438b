import { conflict } from '#kernel/errors/problem'
import { kindsOf } from '#kernel/outbox/event-kind'
import { lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { SenderTools } from './deliveries/deliveries.job.ts'
import { undeliveredSql } from './deliveries/deliveries.sql.ts'
import { requireReceiverResponds, requireUrlCallable } from './deliveries/receiver.service.ts'
import { queueFirstPing } from './deliveries/test-deliveries.service.ts'
import { makePauseColumns, NOT_PAUSED, pauseDeliveries, releaseDeliveries, UNCONFIRMED } from './pauses.service.ts'
import { requireCanReadRecords, requireCanSendRecords } from './records.queries.ts'
import { makeSecret } from './secrets.model.ts'
import { addSecret, listSecrets, requireHasSecret, waitForOldSignatures } from './secrets.service.ts'
import type { NewWebhook, SavedWebhook, Webhook, WebhookSettings } from './webhooks.model.ts'
import { getWebhook, webhookKind } from './webhooks.queries.ts'

const MAX_WEBHOOKS = 100
const GRACE_SECONDS = 86_400

const DEFAULTS = {
  description: null,
  filters: ['*'],
  payloadStyle: 'thin' as string,
  isPaused: false,
  skipsPing: false,
}

/**
 * Creates a webhook and returns its complete secret. Unless the ping is omitted, the webhook is paused until its receiver
 * responds to a ping: it can check the signature only after this response has shown the secret.
 *
 * @throws 403 insufficient-scope; 409 duplicate; 422 webhook-url-refused, too-many.
 */
export const createWebhook = async (
  scope: Scope,
  tools: SenderTools,
  settings: NewWebhook,
  preset: string | null = null,
): Promise<SavedWebhook> => {
  const row = { ...DEFAULTS, ...settings }
  const secret = makeSecret()
  requirePayloadAllowed(scope, row)
  await requireUrlCallable(tools.outbound, row.url)
  const now = scope.clock.now()
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'webhook')
    await requireRoomForWebhook(scope, tx, preset, row.url)
    const isPinged = !row.isPaused && !row.skipsPing
    const pause = row.isPaused || isPinged ? makePauseColumns(now, isPinged ? UNCONFIRMED : 'asked') : NOT_PAUSED
    const { id } = await tx.webhook.create({
      data: { tenantId, ...row, ...pause, preset, createdAt: now, modifiedAt: now },
    })
    if (isPinged) await queueFirstPing(scope, tx, id)
    await addSecret(scope, tx, tools.sealer, { webhookId: id, secret, graceSeconds: 0 })
    const webhook = await getWebhook(scope, id, tx)
    await recordWebhook(scope, tx, webhook, 'created')
    return { webhook, secret }
  })
}

/**
 * Changes the settings of a webhook, and returns its complete secret if the request rotates it.
 *
 * @throws 403 insufficient-scope; 404; 409 secret-missing; 412; 422 webhook-url-refused, webhook-not-answering.
 */
export const updateWebhook = async (
  scope: Scope,
  tools: SenderTools,
  id: number,
  { settings, rotatesSecret }: { settings: WebhookSettings; rotatesSecret: boolean },
  expected: ExpectedVersion,
): Promise<SavedWebhook> => {
  const seen = await getWebhook(scope, id)
  requireVersion(seen.auditId, expected)
  if (rotatesSecret) requirePayloadAllowed(scope, seen)
  const secret = rotatesSecret ? makeSecret() : undefined
  const secrets = [...(secret ? [secret] : []), ...(await listSecrets(scope, tools.sealer, id))]
  requireChangeAllowed(scope, seen, settings)
  if (!(settings.isPaused ?? seen.isPaused)) requireHasSecret(secrets)
  const hasResponded = await checkReceiver(scope, tools, { ...seen, ...settings }, secrets, seen.url)
  const webhook = await scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, webhookKind, id, expected)
    if (secret) requirePayloadAllowed(scope, current)
    await requireCanChange(scope, tx, current, settings)
    await writeChange(scope, tx, current, settings, hasResponded)
    if (secret) await addSecret(scope, tx, tools.sealer, { webhookId: id, secret, graceSeconds: GRACE_SECONDS })
    const changed = await getWebhook(scope, id, tx)
    await recordWebhook(scope, tx, changed, 'updated', secret ? { SecretRotated: true } : {})
    return changed
  })
  if (secret) await waitForOldSignatures(scope, webhook.id)
  return { webhook, secret }
}

/** Creates a new secret. Older secrets also sign until the grace ends. @throws 403 insufficient-scope; 404; 412. */
export const rotateSecret = async (
  scope: Scope,
  tools: SenderTools,
  { id, graceSeconds }: { id: number; graceSeconds: number },
  expected: ExpectedVersion,
): Promise<SavedWebhook> => {
  const secret = makeSecret()
  const webhook = await scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, webhookKind, id, expected)
    requirePayloadAllowed(scope, current)
    await addSecret(scope, tx, tools.sealer, { webhookId: id, secret, graceSeconds })
    await writeChange(scope, tx, current, {}, false)
    const changed = await getWebhook(scope, id, tx)
    await recordWebhook(scope, tx, changed, 'updated', { SecretRotated: true })
    return changed
  })
  await waitForOldSignatures(scope, webhook.id)
  return { webhook, secret }
}

/**
 * Deletes a webhook and its secrets, and drops its undelivered deliveries. Its attempts can be read until they are
 * pruned. @throws 404, 412.
 */
export const deleteWebhook = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockRecord(scope, tx, webhookKind, id, expected)
    const now = scope.clock.now()
    await tx.webhook.update({
      where: { tenantId_id: { tenantId, id } },
      data: { deletedAt: now, modifiedAt: now, ...NEXT_VERSION },
    })
    await tx.webhookSecret.deleteMany({ where: { tenantId, webhookId: id } })
    await tx.webhookDelivery.updateMany({
      where: { tenantId, webhookId: id, status: { in: ['preparing', 'waiting', 'sending', 'held'] } },
      data: { status: 'dropped', settledAt: now },
    })
    await recordWebhook(scope, tx, nextVersionOf(current), 'deleted')
  })

/**
 * Checks that the webhook could deliver. Returns whether the receiver was pinged and has responded with 2xx.
 *
 * @param currentUrl a webhook whose stored Url is no longer valid can still be paused.
 */
const checkReceiver = async (
  scope: Scope,
  { outbound }: SenderTools,
  row: Pick<Webhook, 'url' | 'isPaused' | 'skipsPing'>,
  secrets: readonly string[],
  currentUrl: string,
): Promise<boolean> => {
  if (row.isPaused && row.url === currentUrl) return false
  await requireUrlCallable(outbound, row.url)
  if (row.skipsPing || row.isPaused) return false
  await requireReceiverResponds(scope, outbound, row.url, secrets)
  return true
}

/**
 * Refuses the full style, which contains records, to callers that may not read them.
 *
 * @throws 403 insufficient-scope.
 */
const requirePayloadAllowed = (
  scope: Scope,
  { payloadStyle, filters }: { payloadStyle: string; filters: readonly string[] },
): void => {
  if (payloadStyle === 'full') requireCanReadRecords(scope, kindsOf(filters))
}

/**
 * Refuses a change of what is sent or where to callers without the scopes of the records. They can still pause a
 * webhook or describe it.
 *
 * @throws 403 insufficient-scope.
 */
const requireChangeAllowed = (scope: Scope, current: Webhook, settings: WebhookSettings): void => {
  const { url, filters, payloadStyle } = { ...current, ...settings }
  const sends = [url, payloadStyle, ...filters].join(' ')
  if (sends !== [current.url, current.payloadStyle, ...current.filters].join(' '))
    requirePayloadAllowed(scope, { payloadStyle, filters })
}

/** Checks the change against the locked webhook, which other requests may have changed since it was read. */
const requireCanChange = async (
  scope: Scope,
  tx: Transaction,
  current: Webhook,
  settings: WebhookSettings,
): Promise<void> => {
  requireChangeAllowed(scope, current, settings)
  // The undelivered deliveries go to the new Url.
  if (settings.url !== undefined && settings.url !== current.url)
    await requireCanSendRecords(scope, tx, current.id, undeliveredSql)
}

const requireRoomForWebhook = async (
  { db }: Scope,
  tx: Transaction,
  preset: string | null,
  url: string,
): Promise<void> => {
  const live = { tenantId: db.tenantId, deletedAt: null }
  if (preset && (await tx.webhook.findFirst({ where: { ...live, preset, url }, select: { id: true } })))
    throw conflict('duplicate', 'There is another webhook of this kind with this Url.')
  requireRoom(await tx.webhook.count({ where: live }), MAX_WEBHOOKS, 'tenant', 'webhooks')
}

const writeChange = async (
  scope: Scope,
  tx: Transaction,
  current: Webhook,
  settings: Partial<WebhookSettings>,
  hasResponded: boolean,
): Promise<void> => {
  const { tenantId, id } = current
  const now = scope.clock.now()
  const { isPaused = current.isPaused } = settings
  const changesPause = isPaused !== current.isPaused
  // Who asks for the pause of a new webhook does not want a ping to end it.
  const setsPause = changesPause || (settings.isPaused && current.pauseReason === UNCONFIRMED)
  const resetsHealth = hasResponded || changesPause || (settings.url !== undefined && settings.url !== current.url)
  await tx.webhook.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      ...settings,
      ...(setsPause && (isPaused ? makePauseColumns(now, 'asked') : NOT_PAUSED)),
      ...(resetsHealth && { failingSince: null, isUnwell: !hasResponded }),
      ...NEXT_VERSION,
      modifiedAt: now,
    },
  })
  if (changesPause) await (isPaused ? pauseDeliveries : releaseDeliveries)(scope, tx, id)
}

/** Records a change. The history contains the host of the Url only, since the path can contain a key. */
const recordWebhook = (
  scope: Scope,
  tx: Transaction,
  webhook: Webhook,
  action: ChangeAction,
  more: { SecretRotated?: true } = {},
): Promise<void> => {
  const payload = { webhookId: webhook.id }
  return recordChange(scope, tx, changeOf(webhookKind, webhook, action, { changes: more, payload }))
}
