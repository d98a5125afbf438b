import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/content-lists'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import { contentListList } from './content-lists.listing.ts'
import { readContentList } from './content-lists.queries.ts'
import { deleteContentList, saveContentList } from './content-lists.service.ts'

/** Serves content lists, to which custom fields belong. */
export const contentLists: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContentLists, ({ scope, query }) =>
    sendRows(scope, contentListList(scope), parseNamedListQuery(query)),
  )

  serveRow(app, operations.getContentList, (scope, { params }) => readContentList(scope, params.contentlistid))

  serveSave(app, operations.saveContentList, (scope, { params, body, expected }) =>
    saveContentList(scope, params.contentlistid, body, expected),
  )

  serveDelete(app, operations.deleteContentList, (scope, { params, expected }) =>
    deleteContentList(scope, params.contentlistid, expected),
  )
}
