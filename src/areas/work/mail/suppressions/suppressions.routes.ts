import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/mail'
import { serve } from '#kernel/http/serve'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendRow } from '#kernel/listing/list-rows'
import { suppressionList } from './suppressions.listing.ts'
import { deleteSuppression, suppressAddress } from './suppressions.service.ts'

/** Addresses that receive no mail of a category, or no mail at all. */
export const mailSuppressions: FastifyPluginAsync = async (app) => {
  serve(app, operations.listMailSuppressions, (request, reply) =>
    sendList(request, reply, suppressionList, parseListQuery(request.query)),
  )

  serve(app, operations.addMailSuppression, async ({ scope, body }) => {
    const { id } = await suppressAddress(scope, body)
    return sendRow(scope, suppressionList, id, 'suppression')
  })

  serve(app, operations.deleteMailSuppression, async ({ scope, params }) => {
    await deleteSuppression(scope, params.suppressionId)
    return {}
  })
}
