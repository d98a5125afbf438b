import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/sponsorships'
import type { AdvancedFilterBaseInput } from '#contract/shared'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveSave } from '#kernel/http/serve-forms'
import { sendVersion } from '#kernel/http/versions'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { sendRows, sendVersionedRow } from '#kernel/listing/list-rows'
import { sponsorshipTypeList } from './sponsorship-types.listing.ts'
import { presentTypeChoice, UNSAVED_TYPE } from './sponsorship-types.presenter.ts'
import { listActiveTypes, readSponsorshipType } from './sponsorship-types.queries.ts'
import { deleteSponsorshipType, saveSponsorshipType } from './sponsorship-types.service.ts'

/** The schema of `options` in the contract. */
const FILTER = { $ref: 'AdvancedFilterBase#' }

/** Serves sponsorship types: the levels that sponsors can have. */
export const sponsorshipTypes: FastifyPluginAsync = async (app) => {
  serve(app, operations.listSponsorshipTypes, async (request) => {
    const { scope, query } = request
    const filter = parseOptions<AdvancedFilterBaseInput>(request, query.options, FILTER)
    return sendRows(scope, sponsorshipTypeList(scope), parseListFields(filter, 'query:options/'))
  })

  serve(app, operations.lookupSponsorshipTypes, async ({ scope }) =>
    (await listActiveTypes(scope)).map(presentTypeChoice),
  )

  serve(app, operations.getSponsorshipType, async ({ scope, params }, reply) => {
    if (params.sponsorshiptypeid > 0)
      return sendVersionedRow(reply, await readSponsorshipType(scope, params.sponsorshiptypeid))
    sendVersion(reply, UNSAVED_TYPE.AuditId)
    return UNSAVED_TYPE
  })

  serveSave(app, operations.saveSponsorshipType, (scope, { params, body, expected }) =>
    saveSponsorshipType(scope, params.sponsorshiptypeid, body, expected),
  )

  serveDelete(app, operations.deleteSponsorshipType, (scope, { params, expected }) =>
    deleteSponsorshipType(scope, params.sponsorshiptypeid, expected),
  )
}
