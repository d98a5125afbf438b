import type { FastifyPluginAsync } from 'fastify'
import { adLocations } from './ad-locations/ad-locations.routes.ts'
import { customLocations } from './custom-locations/custom-locations.routes.ts'
import { adCounts } from './delivery/ad-counts.routes.ts'
import { adDelivery } from './delivery/ad-delivery.routes.ts'
import { displayAds } from './display-ads/display-ads.routes.ts'
import { siteModules } from './site-modules/site-modules.routes.ts'
import { sitePages } from './site-pages/site-pages.routes.ts'
import { sites } from './sites/sites.routes.ts'
import { sponsors } from './sponsors/sponsors.routes.ts'
import { sponsorshipTypes } from './types/sponsorship-types.routes.ts'

/** Sponsorships, and advertising: sites with their pages, ads and the locations where they are shown. */
export const sponsorships: FastifyPluginAsync = async (app) => {
  await app.register(sponsorshipTypes)
  await app.register(sponsors)
  await app.register(sites)
  await app.register(siteModules)
  await app.register(sitePages)
  await app.register(adLocations)
  await app.register(customLocations)
  await app.register(displayAds)
  await app.register(adCounts)
  await app.register(adDelivery)
}
