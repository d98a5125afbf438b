import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/sites'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { siteList } from './sites.listing.ts'
import { readSite } from './sites.queries.ts'
import { deleteSite, saveSite } from './sites.service.ts'

/** The web sites of the tenant that show ads. */
export const sites: FastifyPluginAsync = async (app) => {
  serve(app, operations.listSites, (request, reply) =>
    sendList(request, reply, siteList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.getSite, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readSite(scope, params.siteid)),
  )

  serve(app, operations.saveSite, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(reply, await saveSite(scope, params.siteid, body, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.deleteSite, async (request) => {
    await deleteSite(request.scope, request.params.siteid, expectedIfMatch(request))
    return {}
  })
}
