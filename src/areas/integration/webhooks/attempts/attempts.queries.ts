import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { WebhookAttempt, WebhookDelivery } from '#prisma/client'
import { requireWebhookOrDeleted } from '../webhooks.queries.ts'

export type Attempt = WebhookAttempt & { delivery: WebhookDelivery }

/** Returns one attempt of a webhook with its delivery. @throws 404. */
export const getAttempt = async (
  scope: Scope,
  webhookId: number,
  id: number,
  tx: Models = scope.db.prisma,
): Promise<Attempt> => {
  await requireWebhookOrDeleted(scope, webhookId, tx)
  const where = { tenantId: scope.db.tenantId, id, webhookId }
  const attempt = await tx.webhookAttempt.findFirst({ where, include: { delivery: true } })
  if (!attempt) throw notFound('attempt')
  return attempt
}
