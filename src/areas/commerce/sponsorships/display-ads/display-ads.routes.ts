import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/advertising'
import { JsonText, serve } from '#kernel/http/serve'
import { serveRow } from '#kernel/http/serve-forms'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { sendList } from '#kernel/listing/list-response'
import { readPage } from '#kernel/listing/page'
import { fillTotals } from '#kernel/listing/row-totals'
import { todayOf } from '#kernel/time/day'
import { parseDisplayAdQuery } from './display-ads.input.ts'
import { displayAdList } from './display-ads.listing.ts'
import { readDisplayAd } from './display-ads.queries.ts'
import { saveDisplayAd } from './display-ads.service.ts'

/** Serves display ads and their placements. */
export const displayAds: FastifyPluginAsync = async (app) => {
  serveRow(app, operations.getDisplayAd, (scope, { params }) => readDisplayAd(scope, params.adid))

  serve(app, operations.saveDisplayAd, async (request, reply) => {
    const { scope, body } = request
    const { row, auditId } = await saveDisplayAd(scope, app.files, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, auditId)
    return new JsonText(row)
  })

  serve(app, operations.listDisplayAds, (request, reply) => {
    const { scope, query } = request
    const list = displayAdList(scope)
    return sendList(request, reply, list, parseDisplayAdQuery(query, todayOf(scope), scope.tenant.timeZone), {
      hasNextLink: false,
      read: async (listed) => fillTotals(await readPage(scope, list.listing, listed, list.columns)),
    })
  })
}
