import { addAd, addPage } from '../advertising.ts'
import type { World } from '../world.ts'
import { byName, dayOf, type Listed, shared } from './listed.ts'

const site = (world: World) =>
  shared(world, 'site', async () => Number((await world.post('/api/sponsorships/sites/0', { Name: 'Shared' })).SiteId))

/** Pages of one site by their titles. */
const pages = (SiteModuleTypeId: string): Listed => ({
  order: 'name',
  create: async (Title, _ids, world) => {
    await addPage(world, { Title, SiteId: await site(world), SiteModuleTypeId })
  },
})

const listed = pages('2')

/** Rows of lists of advertising. */
export const ADVERTISING_LISTS: Record<string, Listed> = {
  listSites: byName('saveSite', 'Name', { Domains: [] }),
  listSitePages: listed,
  listAdLocations: listed,
  listPortalPages: pages('9'),
  listDisplayAds: {
    order: 'ascending',
    create: async (Title, _ids, world) => {
      await addAd(world, { Title, EndDate: dayOf(Title) })
    },
  },
  listAdCounts: {
    order: 'descending',
    create: async (Title, _ids, world) => {
      const adId = await addAd(world, { Title })
      const { tenant } = world.caller
      const data = { tenantId: tenant.id, adId, day: new Date(dayOf(Title)), impressions: 1 }
      await world.server.database.system.adCount.create({ data })
    },
  },
  listCustomAdLocations: byName('saveCustomAdLocation'),
}
