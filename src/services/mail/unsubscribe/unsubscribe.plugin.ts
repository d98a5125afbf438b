import formbody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { operations } from '#contract/work/mail'
import type { Sealer } from '#kernel/crypto/seal'
import type { Database } from '#kernel/database/database'
import { serve } from '#kernel/http/serve'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Clock } from '#kernel/time/clock'
import { messagePage } from '#services/pages/message.page'
import { sendPage } from '#services/pages/send-page'
import { changeSubscription, readSubscription, type SubscriptionChoice } from './subscription.service.ts'
import { unsubscribePage } from './unsubscribe.page.ts'
import { type Subscription, unsubscribeTokens } from './unsubscribe-token.ts'

export interface UnsubscribeOptions {
  database: Database
  sealer: Sealer
  clock: Clock
}

/** Serves the page to which every mail of a category leads, and the one click by which mail programs unsubscribe. */
export const unsubscribePages: FastifyPluginAsync<UnsubscribeOptions> = async (app, { database, sealer, clock }) => {
  const tokens = unsubscribeTokens(sealer)
  app.removeAllContentTypeParsers()
  await app.register(formbody, { bodyLimit: BODY_LIMIT })
  // What else comes, as multipart/form-data, is a click all the same (RFC 8058, section 3.2).
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, _body, done) => done(null, {}))

  const answer = async (
    { params: { token }, id, log }: FastifyRequest<{ Params: { token: string } }>,
    reply: FastifyReply,
    choice?: SubscriptionChoice,
  ): Promise<FastifyReply> => {
    const subscription = tokens.read(token)
    const tenant = subscription && (await database.system.tenant.findFirst({ where: { id: subscription.tenantId } }))
    if (!subscription || !tenant) return sendPage(reply, NO_LINK, { status: 404 })
    const scope = { ...(await systemScope({ database, clock, log }, tenant.id)), requestId: id }
    if (choice) await changeSubscription(scope, subscription, choice)
    return sendPage(reply, await pageOf(scope, subscription, choice !== undefined))
  }

  serve(app, operations.showMailSubscription, (request, reply) => answer(request, reply), { hasSecretPath: true })

  serve(
    app,
    operations.changeMailSubscription,
    (request, reply) => {
      const { Choice } = (request.body ?? {}) as { Choice?: SubscriptionChoice }
      return answer(request, reply, Choice ?? 'category')
    },
    { hasSecretPath: true },
  )
}

const BODY_LIMIT = 16_384

const NO_LINK = messagePage(
  'This link does not work',
  'It is not whole. Copy it from the mail once more, or click it there.',
)

const pageOf = async (scope: Scope, subscription: Subscription, isChanged: boolean): Promise<string> => {
  const state = await readSubscription(scope, subscription)
  const { addressKey, category } = subscription
  return unsubscribePage({ organization: scope.tenant.name, addressKey, category, state, isChanged })
}
