import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/ad-delivery'
import { serveList } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { adCountList } from './ad-counts.listing.ts'

/** Serves the counts of how often ads were shown and clicked. */
export const adCounts: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listAdCounts, adCountList, parseNamedListQuery)
}
