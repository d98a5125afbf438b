import type { FastifyPluginAsync } from 'fastify'
import { addListingFields } from '#areas/people/custom-fields/values/values.queries'
import { operations } from '#contract/people/directories'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows, sendVersionedRow } from '#kernel/listing/list-rows'
import { getDirectory } from '../directories.queries.ts'
import { contactColumns, listingsOfDirectory } from './listings.listing.ts'
import { readListing } from './listings.queries.ts'
import { deleteListing, saveListing } from './listings.service.ts'

/** The listings of contacts in directories. */
export const directoryListings: FastifyPluginAsync = async (app) => {
  serve(app, operations.listDirectoryListings, async ({ scope, params, query }) => {
    const { directoryId } = params
    await getDirectory(scope, directoryId)
    const input = parseNamedListQuery(query)
    const listing = await addListingFields(scope.db, listingsOfDirectory(directoryId), input, directoryId)
    return sendRows(scope, { listing, columns: contactColumns }, input)
  })

  serve(app, operations.getDirectoryListing, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readListing(scope, params.directoryId, params.directoryListingId)),
  )

  serve(app, operations.saveDirectoryListing, async (request, reply) => {
    const { scope, params, body } = request
    const { directoryId, directoryListingId } = params
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveListing(scope, directoryId, directoryListingId, body, expected))
  })

  serve(app, operations.deleteDirectoryListing, async (request) => {
    const { directoryId, directoryListingId } = request.params
    await deleteListing(request.scope, directoryId, directoryListingId, expectedIfMatch(request))
    return {}
  })
}
