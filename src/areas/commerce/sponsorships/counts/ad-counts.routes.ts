import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/ad-delivery'
import { serve } from '#kernel/http/serve'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { adCountList } from './ad-counts.listing.ts'

/** How often ads were shown and clicked. */
export const adCounts: FastifyPluginAsync = async (app) => {
  serve(app, operations.listAdCounts, (request, reply) =>
    sendList(request, reply, adCountList, parseNamedListQuery(request.query)),
  )
}
