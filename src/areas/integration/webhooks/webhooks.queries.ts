import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { webhookEvents } from './webhooks.events.ts'
import type { Webhook } from './webhooks.model.ts'
import { deliveryCountsSql } from './webhooks.sql.ts'

/** The end of the current secret. Only the sender reads sealed secrets. */
const HINT = { secrets: { where: { expiresAt: null }, select: { hint: true } } } as const

export const webhookKind: RecordKind<Webhook> = {
  entity: 'webhook',
  table: 'webhook',
  columns: {
    url: null,
    filters: 'WebHookFilters',
    skips_ping: 'IgnoreWebhookValidation',
    is_unwell: null,
    paused_at: null,
    failing_since: null,
    last_success_at: null,
  },
  isSoftDeleted: true,
  events: webhookEvents,
  find: (tx, key) => tx.webhook.findFirst({ where: { ...key, deletedAt: null }, include: HINT }),
}

/** Lists the webhooks by description. */
export const listWebhooks = ({ db }: Scope): Promise<Webhook[]> =>
  db.prisma.webhook.findMany({
    where: { tenantId: db.tenantId, deletedAt: null },
    include: HINT,
    orderBy: [{ description: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }],
  })

/** Returns one webhook. @throws 404 if it does not exist or is deleted. */
export const getWebhook = async ({ db }: Scope, id: number, tx: Models = db.prisma): Promise<Webhook> => {
  const webhook = await tx.webhook.findFirst({ where: { tenantId: db.tenantId, id, deletedAt: null }, include: HINT })
  if (!webhook) throw notFound('webhook')
  return webhook
}

/** Accepts a deleted webhook, whose attempts can still be read. @throws 404 if the webhook never existed. */
export const requireWebhookOrDeleted = async ({ db }: Scope, id: number, tx: Models = db.prisma): Promise<void> => {
  const where = { tenantId: db.tenantId, id }
  if (!(await tx.webhook.findFirst({ where, select: { id: true } }))) throw notFound('webhook')
}

/** Returns a webhook with its numbers of waiting and failed deliveries. @throws 404. */
export const getWebhookState = async (scope: Scope, id: number) => {
  const webhook = await getWebhook(scope, id)
  const [counts] = await scope.db.rows<{ waiting: number; failed: number }>(deliveryCountsSql(scope.db.tenantId, id))
  return { webhook, waiting: counts?.waiting ?? 0, failed: counts?.failed ?? 0 }
}

export type CountedWebhook = Awaited<ReturnType<typeof getWebhookState>>
