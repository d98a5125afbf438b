import { usedByBuying } from './buying.ts'
import { usedByEventSponsors } from './event-sponsors.ts'
import { usedByEvents } from './events.ts'
import { usedByPlans } from './payment-plans.ts'
import { usedByStore } from './store.ts'
import { usedAdvertising } from './used-advertising.ts'
import { usedBenefits } from './used-benefits.ts'
import { usedByRegistrations } from './used-by-registrations.ts'
import type { UsedRecords } from './used-records.ts'
import { usedSponsors } from './used-sponsors.ts'
import type { World } from './world.ts'

/** As usedRecords, for the wing commerce. */
export const usedCommerce = (world: World): UsedRecords => ({
  ...usedBenefits(world),
  ...usedSponsors(world),
  ...usedAdvertising(world),
  ...usedByPlans(world),
  ...usedByStore(world),
  ...usedByBuying(world),
  ...usedByEvents(world),
  ...usedByRegistrations(world),
  ...usedByEventSponsors(world),
})
