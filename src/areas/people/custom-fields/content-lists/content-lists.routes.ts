import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/content-lists'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows, sendVersionedRow } from '#kernel/listing/list-rows'
import { contentListList } from './content-lists.listing.ts'
import { readContentList } from './content-lists.queries.ts'
import { deleteContentList, saveContentList } from './content-lists.service.ts'

/** Content lists, to which custom fields belong. */
export const contentLists: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContentLists, ({ scope, query }) =>
    sendRows(scope, contentListList(scope), parseNamedListQuery(query)),
  )

  serve(app, operations.getContentList, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readContentList(scope, params.contentlistid)),
  )

  serve(app, operations.saveContentList, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(
      reply,
      await saveContentList(scope, params.contentlistid, body, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.deleteContentList, async (request) => {
    await deleteContentList(request.scope, request.params.contentlistid, expectedIfMatch(request))
    return {}
  })
}
