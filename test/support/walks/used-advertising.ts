import { addAd, addCustomLocation, addPage } from './advertising.ts'
import type { UsedRecords } from './used-records.ts'
import type { World } from './world.ts'

/** As usedRecords, for sites and locations of ads. */
export const usedAdvertising = (world: World): UsedRecords => ({
  'site <- page': async () => `/api/sponsorships/sites/${(await addPage(world)).site}`,
  'sitepage <- display ad': async () => {
    const { site, page } = await addPage(world)
    await addAd(world, { Placements: [{ SiteId: site, SitePageId: page, PositionTypeId: '2' }] })
    return `/api/sponsorships/sitepages/${page}`
  },
  'customadlocation <- display ad': async () => {
    const CustomAdLocationId = await addCustomLocation(world)
    await addAd(world, { Placements: [{ CustomAdLocationId }] })
    return `/api/sponsorships/customadlocations/${CustomAdLocationId}`
  },
})
