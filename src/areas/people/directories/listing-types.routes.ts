import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/directories'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import { listingTypeList } from './directories.listing.ts'
import { getDirectory, readListingType } from './directories.queries.ts'
import { deleteListingType, saveListingType } from './directories.service.ts'

/** Serves the listing types of directories, which determine the custom fields that listings show. */
export const listingTypes: FastifyPluginAsync = async (app) => {
  serve(app, operations.listDirectoryListingTypes, async ({ scope, params, query }) => {
    await getDirectory(scope, params.directoryId)
    return sendRows(scope, listingTypeList(scope, params.directoryId), parseNamedListQuery(query))
  })

  serveRow(app, operations.getDirectoryListingType, (scope, { params }) =>
    readListingType(scope, params.directoryId, params.listingTypeId),
  )

  serveSave(app, operations.saveDirectoryListingType, (scope, { params, body, expected }) =>
    saveListingType(scope, params.directoryId, params.listingTypeId, body, expected),
  )

  serveDelete(app, operations.deleteDirectoryListingType, (scope, { params, expected }) =>
    deleteListingType(scope, params.directoryId, params.listingTypeId, expected),
  )
}
