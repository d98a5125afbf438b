import { usedByBuying } from './buying.ts'
import { usedByPlans } from './payment-plans.ts'
import { usedByStore } from './store.ts'
import { usedBenefits } from './used-benefits.ts'
import type { UsedRecords } from './used-records.ts'
import type { World } from './world.ts'

/** As usedRecords, for the wing commerce. */
export const usedByCommerce = (world: World): UsedRecords => ({
  ...usedBenefits(world),
  ...usedByStore(world),
  ...usedByBuying(world),
  ...usedByPlans(world),
})
