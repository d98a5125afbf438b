import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/webhooks'
import { serve } from '#kernel/http/serve'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { instantOf } from '#kernel/time/instant'
import { assertWebhookEver } from '../webhooks.queries.ts'
import { attemptList } from './attempts.listing.ts'
import { readAttempt } from './attempts.queries.ts'
import { replayAttempt, replaySpan } from './replays.service.ts'

/** What was sent, what came of it, and sending it again. */
export const webhookAttempts: FastifyPluginAsync = async (app) => {
  serve(app, operations.listWebhookAttempts, async (request, reply) => {
    const { scope, params, query } = request
    const webhookId = Number(params.webhookid)
    await assertWebhookEver(scope, webhookId)
    return sendList(request, reply, attemptList(webhookId), parseListQuery(query))
  })

  serve(app, operations.getWebhookAttempt, async ({ scope, params }) =>
    readAttempt(scope, Number(params.webhookid), params.attemptid),
  )

  serve(app, operations.replayWebhookAttempt, async ({ scope, params }) => ({
    Queued: await replayAttempt(scope, Number(params.webhookid), params.attemptid),
  }))

  serve(app, operations.replayWebhookDeliveries, async ({ scope, params, body }) => {
    const span = { from: instantOf(body.From), to: instantOf(body.To), onlyFailed: body.OnlyFailed ?? true }
    return { Queued: await replaySpan(scope, Number(params.webhookid), span) }
  })
}
