import { list, type OfferedIds, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { UNREFERENCED } from '#test/support/walks/deletions'
import { COMMAND, REPLACED } from '#test/support/walks/growing'
import { ROW_DAY } from '#test/support/walks/list-rows'
import { byName, type Label } from '#test/support/walks/lists/listed'
import { saved } from '#test/support/walks/recipes'
import type { Ids, World } from '#test/support/walks/world'

const SETUP = '/api/webhooks/setup'

const webhook = (body: object) => async (world: World) => {
  const settings = { Url: world.receiverUrl, WebHookFilters: ['group.*'], IgnoreWebhookValidation: true, ...body }
  return { ids: { id: Number((await world.post(SETUP, settings)).Id) } }
}

const saveWebhook =
  (body: object) =>
  ({ id }: OfferedIds) =>
    ({ method: 'POST', url: SETUP, body: { Id: String(id), ...body } }) as const

const webhooks: OfferedKind = {
  name: 'webhook',
  shapes: ['WebhookListItem'],
  area: 'webhooks',
  reads: [list('listWebhooks', () => SETUP, 'Id', 'id')],
  states: {
    active: webhook({}),
    paused: webhook({ IsPaused: true }),
    'with records that not every caller may read': webhook({ PayloadStyle: 'full' }),
  },
  actions: {
    edit: saveWebhook({ Description: 'Changed' }),
    test: ({ id }) => ({ method: 'POST', url: `${SETUP}/${id}/test` }),
    pause: saveWebhook({ IsPaused: true }),
    resume: saveWebhook({ IsPaused: false }),
    delete: ({ id }) => ({ method: 'DELETE', url: `${SETUP}/${id}` }),
  },
  harmless: { pause: 'a paused webhook stays paused', resume: 'an active webhook stays active' },
}

/** An attempt to deliver, which only the worker makes. */
const createAttempt = async (label: Label, ids: Ids, { server, caller }: World) => {
  const { system } = server.database
  const webhookId = Number(ids.get('webhookid'))
  const now = new Date()
  const of = { tenantId: caller.tenant.id, webhookId }
  const delivery = { kind: 'group.created', occurredAt: now, dueAt: now, body: '{}', status: 'failed' }
  const { id: deliveryId } = await system.webhookDelivery.create({ data: { ...of, ...delivery } })
  const attempt = { deliveryId, at: now, durationMs: 1, isSuccess: false, error: label }
  await system.webhookAttempt.create({ data: { ...of, ...attempt } })
}

const addAttempts = async (world: World): Promise<void> => {
  const { system } = world.server.database
  const tenantId = world.caller.tenant.id
  const at = ROW_DAY
  const { id: webhookId } = await system.webhook.create({
    data: { tenantId, url: world.receiverUrl, filters: ['*'] },
  })
  const delivery = { tenantId, webhookId, occurredAt: at, dueAt: at, body: '{}' }
  const done = await system.webhookDelivery.create({
    data: { ...delivery, kind: 'group.created', status: 'delivered', isTest: true },
  })
  const due = await system.webhookDelivery.create({ data: { ...delivery, kind: 'group.updated', status: 'waiting' } })
  const later = { at: new Date('2026-03-02T10:00:00Z'), durationMs: 9, isSuccess: false, error: 'timed out' }
  await system.webhookAttempt.createMany({
    data: [
      { tenantId, webhookId, deliveryId: done.id, at, durationMs: 7, isSuccess: true, statusCode: 200 },
      { tenantId, webhookId, deliveryId: due.id, ...later },
    ],
  })
}

export const walks: AreaWalks = {
  tables: {
    attemptid: 'webhook_attempt',
  },
  recipes: [[':webhookid', saved('saveWebhook', 'Id', (world) => ({ Url: world.receiverUrl }))]],
  bodies: {
    saveWebhook: async (world) => {
      const Id = (await world.idsFor(':webhookid')).get('webhookid') ?? ''
      return { Id, Url: world.receiverUrl, WebHookFilters: ['contact.*'] }
    },
  },
  lists: {
    listWebhooks: byName('saveWebhook', 'Description'),
    listWebhookAttempts: { order: 'newest', create: createAttempt },
    lookupWebhookActionTypes: [
      'contact.created',
      'contact.deleted',
      'group.created',
      'membership.joined',
      'webhook.deleted',
    ],
  },
  rows: addAttempts,
  parents: {
    webhookid: 'SELECT webhook_id AS id FROM webhook_attempt',
  },
  actions: [webhooks],
  bounds: {
    'testWebhook WebHookFilters': COMMAND,
    'saveWebhook WebHookFilters': REPLACED,
  },
  otherDeletions: {
    deleteWebhook: UNREFERENCED,
  },
  delivered: {
    webhook: { omitted: { Url: 'http://127.0.0.1:*/' } },
  },
}
