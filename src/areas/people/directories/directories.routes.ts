import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/directories'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRecord, serveRow, serveSave, serveSavedRecord } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import { directoryList, listingTypeList } from './directories.listing.ts'
import { presentDirectory } from './directories.presenter.ts'
import { getDirectory, readListingType } from './directories.queries.ts'
import { deleteListingType, saveDirectory, saveListingType } from './directories.service.ts'
import { directoryListings } from './listings/listings.routes.ts'

/** Serves the listing types of directories, which determine the custom fields that listings show. */
const listingTypes: FastifyPluginAsync = async (app) => {
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

/** Serves directories, which list contacts. */
export const directories: FastifyPluginAsync = async (app) => {
  await app.register(directoryListings)
  await app.register(listingTypes)

  serve(app, operations.listDirectories, ({ scope, query }) =>
    sendRows(scope, directoryList, parseNamedListQuery(query)),
  )

  serveRecord(
    app,
    operations.getDirectory,
    (scope, { params }) => getDirectory(scope, params.directoryId),
    presentDirectory,
  )

  serveSavedRecord(
    app,
    operations.saveDirectory,
    (scope, { params, body, expected }) => saveDirectory(scope, params.directoryId, body, expected),
    presentDirectory,
  )
}
