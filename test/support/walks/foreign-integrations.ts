import type { TestApp, TestCaller } from '../build-app.ts'

/** Creates a webhook of another tenant, with what belongs to it. */
export const addWebhook = async ({ database: { system } }: TestApp, tenantId: number): Promise<void> => {
  const { id: webhookId } = await system.webhook.create({
    data: { tenantId, url: 'https://walk.example/', filters: ['*'], secrets: { create: { sealed: 'x', hint: 'x' } } },
  })
  const now = new Date()
  const { id: deliveryId } = await system.webhookDelivery.create({
    data: { tenantId, webhookId, kind: 'group.created', occurredAt: now, dueAt: now, body: '{}', status: 'failed' },
  })
  const attempt = { at: now, durationMs: 1, isSuccess: false }
  await system.webhookAttempt.create({ data: { tenantId, webhookId, deliveryId, ...attempt } })
}

/** Creates an exchange and a connection of another tenant. */
export const addConnection = async ({ database: { system } }: TestApp, theirs: TestCaller): Promise<void> => {
  const tenantId = theirs.tenant.id
  const exchange = {
    uid: crypto.randomUUID(),
    name: 'Theirs',
    nameKey: 'theirs',
    ownerKey: theirs.tenant.key,
    isOwn: true,
  }
  const { id: exchangeId } = await system.exchange.create({ data: { tenantId, ...exchange } })
  const link = { uid: crypto.randomUUID(), exchangeId, isSource: false, otherKey: 'other', otherName: 'Other' }
  await system.connection.create({ data: { tenantId, ...link, mapping: {}, sealed: 'none' } })
}
