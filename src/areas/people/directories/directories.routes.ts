import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/directories'
import { serve } from '#kernel/http/serve'
import { serveRecord, serveSavedRecord } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import { directoryList } from './directories.listing.ts'
import { presentDirectory } from './directories.presenter.ts'
import { getDirectory } from './directories.queries.ts'
import { saveDirectory } from './directories.service.ts'
import { listingTypes } from './listing-types.routes.ts'
import { directoryListings } from './listings/listings.routes.ts'

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
