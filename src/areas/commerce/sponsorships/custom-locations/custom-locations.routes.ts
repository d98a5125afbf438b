import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/advertising'
import type { AdvancedFilterBaseInput } from '#contract/shared'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRecord } from '#kernel/http/serve-forms'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { sendRow, sendRows } from '#kernel/listing/list-rows'
import { customAdLocationList } from './custom-locations.listing.ts'
import { presentCustomAdLocation } from './custom-locations.presenter.ts'
import { getCustomAdLocation } from './custom-locations.queries.ts'
import { deleteCustomAdLocation, saveCustomAdLocation } from './custom-locations.service.ts'

/** The schema of `options` in the contract. */
const FILTER = { $ref: 'AdvancedFilterBase#' }

/** Locations for ads that are not on a page of a site. */
export const customLocations: FastifyPluginAsync = async (app) => {
  serve(app, operations.listCustomAdLocations, (request) => {
    const filter = parseOptions<AdvancedFilterBaseInput>(request, request.query.options, FILTER)
    return sendRows(request.scope, customAdLocationList(request.scope), parseListFields(filter, 'query:options/'))
  })

  serveRecord(
    app,
    operations.getCustomAdLocation,
    (scope, { params }) => getCustomAdLocation(scope, params.customadlocationid),
    presentCustomAdLocation,
  )

  serve(app, operations.saveCustomAdLocation, async (request, reply) => {
    const { scope, body } = request
    const { id, auditId } = await saveCustomAdLocation(scope, body, expectedIfMatch(request))
    sendVersion(reply, auditId)
    return sendRow(scope, customAdLocationList(scope), id, 'custom ad location')
  })

  serveDelete(app, operations.deleteCustomAdLocation, (scope, { params, expected }) =>
    deleteCustomAdLocation(scope, params.customadlocationid, expected),
  )
}
