import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/webhooks'
import { serve } from '#kernel/http/serve'
import { serveAction, serveDelete } from '#kernel/http/serve-forms'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { kindsOf, listEventKinds } from '#kernel/outbox/event-kind'
import { attempts } from './attempts/attempts.routes.ts'
import { queueTests } from './deliveries/test-deliveries.service.ts'
import {
  parseBodyId,
  parseNewWebhook,
  parseRealEstateWebhook,
  parseWebhook,
  parseWebhookId,
  REAL_ESTATE,
} from './webhooks.input.ts'
import { presentActionTypes, presentListItem, presentState, presentTest, presentWebhook } from './webhooks.presenter.ts'
import { getWebhook, getWebhookState, listWebhooks } from './webhooks.queries.ts'
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './webhooks.service.ts'

const DAY_SECONDS = 86_400

/** Serves webhooks: the addresses to which events are sent. */
export const webhooks: FastifyPluginAsync = async (app) => {
  await app.register(attempts)

  serve(app, operations.listWebhooks, async ({ scope }) =>
    (await listWebhooks(scope)).map((webhook) => presentListItem(scope, webhook)),
  )

  serve(app, operations.saveWebhook, async (request, reply) => {
    const { scope, body } = request
    const id = parseBodyId(body)
    const rotatesSecret = body.RotateSecret === true
    const saved =
      id === 0
        ? await createWebhook(scope, app, parseNewWebhook(body))
        : await updateWebhook(scope, app, id, { settings: parseWebhook(body), rotatesSecret }, expectedIfMatch(request))
    sendVersion(reply, saved.webhook.auditId)
    return presentWebhook(saved)
  })

  serve(app, operations.getWebhook, async ({ scope, params }, reply) => {
    const webhook = await getWebhook(scope, parseWebhookId(params.webhookid))
    sendVersion(reply, webhook.auditId)
    return presentWebhook({ webhook })
  })

  serveDelete(app, operations.deleteWebhook, (scope, { params, expected }) =>
    deleteWebhook(scope, parseWebhookId(params.webhookid), expected),
  )

  serve(app, operations.getWebhookTest, async ({ scope, params }) => {
    const { id, filters } = await getWebhook(scope, parseWebhookId(params.webhookid))
    return presentTest(id, kindsOf(filters))
  })

  serveAction(app, operations.testWebhook, (scope, { params, body }) =>
    queueTests(scope, parseWebhookId(params.webhookid), parseBodyId(body), body.WebHookFilters ?? []),
  )

  serve(app, operations.lookupWebhookActionTypes, async () => presentActionTypes(listEventKinds()))

  serve(app, operations.addRealEstateWebhook, async ({ scope, body }, reply) => {
    const saved = await createWebhook(scope, app, parseRealEstateWebhook(body), REAL_ESTATE)
    sendVersion(reply, saved.webhook.auditId)
    return presentWebhook(saved)
  })

  serve(app, operations.getWebhookState, async ({ scope, params }) =>
    presentState(await getWebhookState(scope, parseWebhookId(params.webhookid))),
  )

  serve(app, operations.rotateWebhookSecret, async (request, reply) => {
    const { scope, params, body } = request
    const graceSeconds = body?.GraceSeconds ?? DAY_SECONDS
    const saved = await rotateSecret(
      scope,
      app,
      { id: parseWebhookId(params.webhookid), graceSeconds },
      expectedIfMatch(request),
    )
    sendVersion(reply, saved.webhook.auditId)
    return presentWebhook(saved)
  })
}
