import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/mail'
import { serve } from '#kernel/http/serve'
import { answerList } from '../mail-listing-answer.ts'
import { suppressionList } from './suppressions.listing.ts'
import { presentSuppression } from './suppressions.presenter.ts'
import { liftSuppression, suppressAddress } from './suppressions.service.ts'

/** Addresses that get no mail of a category, or none at all. */
export const mailSuppressions: FastifyPluginAsync = async (app) => {
  serve(app, operations.listMailSuppressions, (request, reply) => answerList(request, reply, suppressionList))

  serve(app, operations.addMailSuppression, async ({ scope, body }) =>
    presentSuppression(await suppressAddress(scope, body)),
  )

  serve(app, operations.deleteMailSuppression, async ({ scope, params }) => {
    await liftSuppression(scope, params.suppressionId)
    return {}
  })
}
