import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/webhooks'
import { serve } from '#kernel/http/serve'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { instantOf } from '#kernel/time/instant'
import { parseWebhookId } from '../webhooks.input.ts'
import { requireWebhookOrDeleted } from '../webhooks.queries.ts'
import { attemptList } from './attempts.listing.ts'
import { presentAttempt } from './attempts.presenter.ts'
import { getAttempt } from './attempts.queries.ts'
import { replayAttempt, replayDeliveries } from './replays.service.ts'

/** Serves the attempts of deliveries, and replays. */
export const attempts: FastifyPluginAsync = async (app) => {
  serve(app, operations.listWebhookAttempts, async (request, reply) => {
    const { scope, params, query } = request
    const webhookId = parseWebhookId(params.webhookid)
    await requireWebhookOrDeleted(scope, webhookId)
    return sendList(request, reply, attemptList(webhookId), parseListQuery(query))
  })

  serve(app, operations.getWebhookAttempt, async ({ scope, params }) =>
    presentAttempt(scope, await getAttempt(scope, parseWebhookId(params.webhookid), params.attemptid)),
  )

  serve(app, operations.replayWebhookAttempt, async ({ scope, params }) => ({
    Queued: await replayAttempt(scope, parseWebhookId(params.webhookid), params.attemptid),
  }))

  serve(app, operations.replayWebhookDeliveries, async ({ scope, params, body }) => {
    const period = { from: instantOf(body.From), to: instantOf(body.To), onlyFailed: body.OnlyFailed ?? true }
    return { Queued: await replayDeliveries(scope, parseWebhookId(params.webhookid), period) }
  })
}
