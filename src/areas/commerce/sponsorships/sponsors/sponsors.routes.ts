import type { FastifyPluginAsync } from 'fastify'
import { operations, type SponsorFilterInput } from '#contract/commerce/sponsorships'
import { JsonText, serve } from '#kernel/http/serve'
import { serveDelete, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseOptions } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { getRecord } from '#kernel/records/read'
import { sendListCsv } from '#services/csv/list-csv'
import { findSponsorBanners } from '../display-ads/display-ads.queries.ts'
import { parseSponsorFilter } from './sponsors.input.ts'
import { SPONSOR_FILE, sponsorList } from './sponsors.listing.ts'
import { readSponsor, readSponsorPage, sponsorKind } from './sponsors.queries.ts'
import { deleteSponsor, saveSponsor } from './sponsors.service.ts'

/** The schema of `options` in the contract. */
const FILTER = { $ref: 'SponsorFilter#' }

/** Serves sponsors: contacts with a sponsorship type and a term. */
export const sponsors: FastifyPluginAsync = async (app) => {
  serve(app, operations.listSponsors, (request, reply) => {
    const { scope, query } = request
    const filter = parseOptions<SponsorFilterInput>(request, query.options, FILTER)
    return sendList(
      request,
      reply,
      sponsorList(scope),
      parseSponsorFilter(filter, scope.tenant.timeZone, 'query:options/'),
      {
        hasNextLink: false,
        read: (listed) => readSponsorPage(scope, listed),
      },
    )
  })

  serve(app, operations.searchSponsors, (request, reply) =>
    sendList(
      request,
      reply,
      sponsorList(request.scope),
      parseSponsorFilter(request.body, request.scope.tenant.timeZone),
      {
        hasNextLink: false,
        read: (listed) => readSponsorPage(request.scope, listed),
      },
    ),
  )

  serve(app, operations.downloadSponsors, async (request) => {
    const { scope, query } = request
    const filter = parseOptions<SponsorFilterInput>(request, query.options, FILTER)
    const {
      skip: _skip,
      continuation: _after,
      top: _top,
      ...input
    } = parseSponsorFilter(filter, scope.tenant.timeZone, 'query:options/')
    return sendListCsv(request, sponsorList(scope), input, SPONSOR_FILE)
  })

  serveRow(app, operations.getSponsor, (scope, { params }) => readSponsor(scope, params.sponsorid))

  serveSave(app, operations.saveSponsor, (scope, { params, body, expected }) =>
    saveSponsor(scope, params.sponsorid, body, expected),
  )

  serve(app, operations.getSponsorBanners, async ({ scope, params }) => {
    const { id, contactId } = await getRecord(scope, sponsorKind, params.sponsorid)
    return new JsonText(`{"SponsorId":${id},"Banners":${await findSponsorBanners(scope, contactId)}}`)
  })

  serveDelete(app, operations.deleteSponsor, (scope, { params, expected }) =>
    deleteSponsor(scope, params.sponsorid, expected),
  )
}
