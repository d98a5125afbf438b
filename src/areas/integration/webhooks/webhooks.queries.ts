import type { WebhookState } from '#contract/integration/webhooks'
import { MAX_ID } from '#kernel/database/ids'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Webhook } from './webhooks.model.ts'

/** The current secret's end alone: what is sealed is for senders. */
const HINT = { secrets: { where: { expiresAt: null }, select: { hint: true } } } as const

/** Every webhook that is not deleted, by description. */
export const listWebhooks = ({ db }: Scope): Promise<Webhook[]> =>
  db.prisma.webhook.findMany({
    where: { tenantId: db.tenantId, deletedAt: null },
    include: HINT,
    orderBy: [{ description: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }],
  })

/** One webhook; 404 where there is none, or it was deleted. */
export const getWebhook = async ({ db }: Scope, id: number, tx: Models = db.prisma): Promise<Webhook> => {
  const where = { tenantId: db.tenantId, id: known(id), deletedAt: null }
  const webhook = await tx.webhook.findFirst({ where, include: HINT })
  if (!webhook) throw notFound('webhook')
  return webhook
}

/** Refuses with 404 where there never was such a webhook; a deleted one has attempts that can still be read. */
export const assertWebhookEver = async ({ db }: Scope, id: number, tx: Models = db.prisma): Promise<void> => {
  const where = { tenantId: db.tenantId, id: known(id) }
  if (!(await tx.webhook.findFirst({ where, select: { id: true } }))) throw notFound('webhook')
}

/** Ten digits may be more than any id has: then it is nobody's. */
const known = (id: number): number => (id > MAX_ID ? 0 : id)

/** Deliveries of the webhook `w` in these statuses, each list of which has an index of its own. */
const countIn = (statuses: string): Prisma.Sql => Prisma.sql`(SELECT count(*)::int FROM webhook_delivery d
  WHERE d.tenant_id = w.tenant_id AND d.webhook_id = w.id AND d.status IN (${Prisma.raw(statuses)}) AND NOT d.is_test)`

/** How the webhook is doing, with what waits and what was given up. */
export const readState = async (scope: Scope, id: number): Promise<WebhookState> => {
  const { db } = scope
  const webhook = await getWebhook(scope, id)
  const [counts] = await db.rows<{ waiting: number; failed: number }>(Prisma.sql`
    SELECT ${countIn(`'waiting', 'sending'`)} + ${countIn(`'held', 'preparing'`)} AS waiting, ${countIn(`'failed'`)} AS failed
    FROM webhook w WHERE w.tenant_id = ${db.tenantId} AND w.id = ${webhook.id}`)
  return {
    WebHookId: String(id),
    IsPaused: webhook.isPaused,
    PausedDate: webhook.pausedAt?.toISOString() ?? null,
    PauseReason: webhook.pauseReason as WebhookState['PauseReason'],
    FailingSinceDate: webhook.failingSince?.toISOString() ?? null,
    LastSuccessDate: webhook.lastSuccessAt?.toISOString() ?? null,
    WaitingCount: counts?.waiting ?? 0,
    FailedCount: counts?.failed ?? 0,
  }
}
