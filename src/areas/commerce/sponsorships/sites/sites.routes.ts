import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/sites'
import { serveDelete, serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { siteList } from './sites.listing.ts'
import { readSite } from './sites.queries.ts'
import { deleteSite, saveSite } from './sites.service.ts'

/** Serves the web sites of the tenant that show ads. */
export const sites: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listSites, siteList, parseNamedListQuery)

  serveRow(app, operations.getSite, (scope, { params }) => readSite(scope, params.siteid))

  serveSave(app, operations.saveSite, (scope, { params, body, expected }) =>
    saveSite(scope, params.siteid, body, expected),
  )

  serveDelete(app, operations.deleteSite, (scope, { params, expected }) => deleteSite(scope, params.siteid, expected))
}
