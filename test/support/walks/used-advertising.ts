import { addPage } from './advertising.ts'
import type { UsedRecords } from './used-records.ts'
import type { World } from './world.ts'

/** As usedRecords, for sites and locations of ads. */
export const usedAdvertising = (world: World): UsedRecords => ({
  'site <- page': async () => `/api/sponsorships/sites/${(await addPage(world)).site}`,
})
