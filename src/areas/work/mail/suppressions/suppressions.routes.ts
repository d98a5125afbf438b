import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/mail'
import { serve } from '#kernel/http/serve'
import { serveAction, serveList } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { sendRow } from '#kernel/listing/list-rows'
import { suppressionList } from './suppressions.listing.ts'
import { deleteSuppression, suppressAddress } from './suppressions.service.ts'

/** Serves addresses that receive no mail of a category, or no mail at all. */
export const mailSuppressions: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listMailSuppressions, suppressionList, parseListQuery)

  serve(app, operations.addMailSuppression, async ({ scope, body }) => {
    const { id } = await suppressAddress(scope, body)
    return sendRow(scope, suppressionList, id, 'suppression')
  })

  serveAction(app, operations.deleteMailSuppression, (scope, { params }) =>
    deleteSuppression(scope, params.suppressionId),
  )
}
