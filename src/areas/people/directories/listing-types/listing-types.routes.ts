import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/directories'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows, sendVersionedRow } from '#kernel/listing/list-rows'
import { getDirectory } from '../directories.queries.ts'
import { listingTypeList } from './listing-types.listing.ts'
import { readListingType } from './listing-types.queries.ts'
import { deleteListingType, saveListingType } from './listing-types.service.ts'

/** The listing types of directories, which determine the custom fields that listings show. */
export const listingTypes: FastifyPluginAsync = async (app) => {
  serve(app, operations.listDirectoryListingTypes, async ({ scope, params, query }) => {
    await getDirectory(scope, params.directoryId)
    return sendRows(scope, listingTypeList(scope, params.directoryId), parseNamedListQuery(query))
  })

  serve(app, operations.getDirectoryListingType, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readListingType(scope, params.directoryId, params.listingTypeId)),
  )

  serve(app, operations.saveDirectoryListingType, async (request, reply) => {
    const { scope, params, body } = request
    const { directoryId, listingTypeId } = params
    return sendVersionedRow(
      reply,
      await saveListingType(scope, directoryId, listingTypeId, body, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.deleteDirectoryListingType, async (request) => {
    const { directoryId, listingTypeId } = request.params
    await deleteListingType(request.scope, directoryId, listingTypeId, expectedIfMatch(request))
    return {}
  })
}
