import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { AdLocationFilterInput, AdTypePlacement } from '#contract/commerce/advertising'
import { operations } from '#contract/commerce/advertising'
import { MAX_ID } from '#kernel/database/ids'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import type { Literal } from '#kernel/listing/filter'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { readPage } from '#kernel/listing/page'
import type { Condition, ListInput } from '#kernel/listing/request'
import { fillTotals } from '#kernel/listing/row-totals'
import type { AdSpot, SitePage } from '#prisma/client'
import { adLocationList } from './ad-locations.listing.ts'
import { getSpot } from './ad-locations.queries.ts'
import { saveAdTypePlacement } from './ad-locations.service.ts'

/** Returns the documented number of what a spot shows. */
const typeOf = (id: number | null): '1' | '2' | null => (id === null ? null : id === 1 ? '1' : '2')

const presentAdTypePlacement = (page: SitePage, spot: AdSpot): AdTypePlacement => ({
  SiteId: page.siteId,
  SitePageId: page.id,
  PositionTypeId: spot.position === 1 ? '1' : '2',
  AdvertisingTypeId: typeOf(spot.advertisingTypeId),
})

const equalTo = (field: string, value: Literal, shown: string): Condition => ({
  filter: { op: 'eq', field, value },
  item: { Field: field === 'SiteModuleTypeId' ? 'Type' : field, Operator: 'eq', Value: shown },
})

/** Parses the filter of the list of ad locations, without its domain. @param prefix the pointer before a field's name. */
const parseAdLocationFilter = (filter: AdLocationFilterInput, prefix = '/'): ListInput => {
  const { HasAdsAssigned, Type } = filter
  return {
    ...parseListFields(filter, prefix),
    conditions: [
      ...(HasAdsAssigned === undefined
        ? []
        : [equalTo('HasAdsAssigned', { kind: 'boolean', value: HasAdsAssigned }, String(HasAdsAssigned))]),
      ...(Type ? [equalTo('SiteModuleTypeId', { kind: 'number', text: Type }, Type)] : []),
    ],
  }
}

/** The schema of `options` in the contract. */
const FILTER = { $ref: 'AdLocationFilter#' }

/** Serves the pages that can show ads, and what their positions show. */
export const adLocations: FastifyPluginAsync = async (app) => {
  serve(app, operations.listAdLocations, (request, reply) => {
    const filter = parseOptions<AdLocationFilterInput>(request, request.query.options, FILTER)
    return sendLocations(request, reply, filter, 'query:options/')
  })

  serve(app, operations.searchAdLocations, (request, reply) => sendLocations(request, reply, request.body, '/'))

  serve(app, operations.getAdTypePlacement, async ({ scope, params }, reply) => {
    const position = Number(params.positiontypeid)
    const { spot, page } = await getSpot(scope, { siteId: params.siteid, pageId: params.sitepageid, position })
    sendVersion(reply, page.auditId)
    return presentAdTypePlacement(page, spot)
  })

  serve(app, operations.saveAdTypePlacement, async (request, reply) => {
    const { row, auditId } = await saveAdTypePlacement(request.scope, request.body, expectedIfMatch(request))
    sendVersion(reply, auditId)
    return new JsonText(row)
  })
}

const sendLocations = (
  request: FastifyRequest,
  reply: FastifyReply,
  filter: AdLocationFilterInput,
  prefix: string,
): Promise<JsonText> => {
  const { scope } = request
  const list = adLocationList(filter.DomainId ? Math.min(Number(filter.DomainId), MAX_ID) : null)
  return sendList(request, reply, list, parseAdLocationFilter(filter, prefix), {
    hasNextLink: false,
    read: async (listed) => fillTotals(await readPage(scope, list.listing, listed, list.columns)),
  })
}
