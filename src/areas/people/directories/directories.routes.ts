import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/directories'
import { serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendRows } from '#kernel/listing/list-rows'
import { directoryList } from './directories.listing.ts'
import { presentDirectory } from './directories.presenter.ts'
import { getDirectory } from './directories.queries.ts'
import { saveDirectory } from './directories.service.ts'
import { listingTypes } from './listing-types/listing-types.routes.ts'
import { directoryListings } from './listings/listings.routes.ts'

/** Directories, which list contacts. */
export const directories: FastifyPluginAsync = async (app) => {
  await app.register(directoryListings)
  await app.register(listingTypes)

  serve(app, operations.listDirectories, ({ scope, query }) =>
    sendRows(scope, directoryList, parseNamedListQuery(query)),
  )

  serve(app, operations.getDirectory, async ({ scope, params }, reply) => {
    const directory = await getDirectory(scope, params.directoryId)
    sendVersion(reply, directory.auditId)
    return presentDirectory(directory)
  })

  serve(app, operations.saveDirectory, async (request, reply) => {
    const { scope, params, body } = request
    const directory = await saveDirectory(scope, params.directoryId, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, directory.auditId)
    return presentDirectory(directory)
  })
}
