import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/directories'
import { serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { presentDirectory, presentListing } from './directories.presenter.ts'
import { getDirectory, listDirectories, listListings } from './directories.queries.ts'
import { saveDirectory } from './directories.service.ts'

/** Directories, which list contacts. */
export const directories: FastifyPluginAsync = async (app) => {
  serve(app, operations.listDirectories, async ({ scope, query }) =>
    (await listDirectories(scope, { take: query.Take, skip: query.Skip })).map(presentDirectory),
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

  serve(app, operations.listDirectoryListings, async ({ scope, params, query }) =>
    (await listListings(scope, params.directoryId, { take: query.Take, skip: query.Skip })).map(presentListing),
  )
}
