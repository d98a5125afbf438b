import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/mail'
import { serve } from '#kernel/http/serve'
import { serveList } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { trackingTokens } from '#services/mail/tracking/tracking-tokens'
import { messageList } from './messages.listing.ts'
import { presentMessage } from './messages.presenter.ts'
import { getMessage } from './messages.queries.ts'
import { resendMessage } from './messages.service.ts'

/** Serves mails and their status. */
export const mailMessages: FastifyPluginAsync = async (app) => {
  const tokens = trackingTokens(app.sealer)

  serveList(app, operations.listMailMessages, messageList, parseListQuery)

  serve(app, operations.getMailMessage, async ({ scope, params }) =>
    presentMessage(scope, tokens, await getMessage(scope, params.messageId)),
  )

  serve(app, operations.resendMailMessage, async ({ scope, params }) =>
    presentMessage(scope, tokens, await resendMessage(scope, params.messageId)),
  )
}
