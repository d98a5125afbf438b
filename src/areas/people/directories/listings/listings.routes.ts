import type { FastifyPluginAsync } from 'fastify'
import { addListingFields } from '#areas/people/custom-fields/values/values.queries'
import { operations } from '#contract/people/directories'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import { getDirectory, readListing } from '../directories.queries.ts'
import { contactColumns, listingsOfDirectory } from './listings.listing.ts'
import { deleteListing, saveListing } from './listings.service.ts'

export const directoryListings: FastifyPluginAsync = async (app) => {
  serve(app, operations.listDirectoryListings, async ({ scope, params, query }) => {
    const { directoryId } = params
    await getDirectory(scope, directoryId)
    const input = parseNamedListQuery(query)
    const listing = await addListingFields(scope.db, listingsOfDirectory(directoryId), input, directoryId)
    return sendRows(scope, { listing, columns: contactColumns }, input)
  })

  serveRow(app, operations.getDirectoryListing, (scope, { params }) =>
    readListing(scope, params.directoryId, params.directoryListingId),
  )

  serveSave(app, operations.saveDirectoryListing, (scope, { params, body, expected }) =>
    saveListing(scope, params.directoryId, params.directoryListingId, body, expected),
  )

  serveDelete(app, operations.deleteDirectoryListing, (scope, { params, expected }) =>
    deleteListing(scope, params.directoryId, params.directoryListingId, expected),
  )
}
