import type { FastifyPluginAsync } from 'fastify'
import { eventKinds } from '#areas/event-kinds'
import { operations } from '#contract/integration/webhooks'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { queueTests, readTestKinds } from './deliveries/test-deliveries.service.ts'
import { REAL_ESTATE, realEstateWish } from './setup/real-estate.ts'
import { readId, readWish } from './webhooks.input.ts'
import { presentKind, presentListItem, presentTest, presentWebhook } from './webhooks.presenter.ts'
import { getWebhook, listWebhooks, readState } from './webhooks.queries.ts'
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret } from './webhooks.service.ts'

const DAY_SECONDS = 86_400

/** Webhooks: where events are sent. */
export const webhooks: FastifyPluginAsync = async (app) => {
  serve(app, operations.listWebhooks, async ({ scope }) =>
    (await listWebhooks(scope)).map((webhook) => presentListItem(scope, webhook)),
  )

  serve(app, operations.saveWebhook, async (request, reply) => {
    const { scope, body } = request
    const [id, wish] = [readId(body), readWish(body)]
    const saved =
      id === 0
        ? await createWebhook(scope, app, wish)
        : await changeWebhook(scope, app, id, wish, expectedIfMatch(request))
    sendVersion(reply, saved.webhook.auditId)
    return presentWebhook(saved)
  })

  serve(app, operations.getWebhook, async ({ scope, params }, reply) => {
    const webhook = await getWebhook(scope, Number(params.webhookid))
    sendVersion(reply, webhook.auditId)
    return presentWebhook({ webhook })
  })

  serve(app, operations.deleteWebhook, async (request) => {
    await deleteWebhook(request.scope, Number(request.params.webhookid), expectedIfMatch(request))
    return {}
  })

  serve(app, operations.getWebhookTest, async ({ scope, params }) => {
    const id = Number(params.webhookid)
    return presentTest(id, await readTestKinds(scope, id))
  })

  serve(app, operations.testWebhook, async ({ scope, params, body }) => {
    await queueTests(scope, Number(params.webhookid), readId(body), body.WebHookFilters ?? [])
    return {}
  })

  serve(app, operations.lookupWebhookActionTypes, async () => eventKinds.map(presentKind))

  serve(app, operations.addRealEstateWebhook, async ({ scope, body }, reply) => {
    const wish = realEstateWish(body.Url, body.Description ?? null, body.IgnoreWebhookValidation ?? false)
    const saved = await createWebhook(scope, app, wish, REAL_ESTATE)
    sendVersion(reply, saved.webhook.auditId)
    return presentWebhook(saved)
  })

  serve(app, operations.getWebhookState, async ({ scope, params }) => readState(scope, Number(params.webhookid)))

  serve(app, operations.rotateWebhookSecret, async (request, reply) => {
    const { scope, params, body } = request
    const grace = body.GraceSeconds ?? DAY_SECONDS
    const saved = await rotateSecret(scope, app, Number(params.webhookid), grace, expectedIfMatch(request))
    sendVersion(reply, saved.webhook.auditId)
    return presentWebhook(saved)
  })
}
