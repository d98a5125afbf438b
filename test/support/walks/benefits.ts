import type { World } from './world.ts'

/** Creates a benefit. Returns its id. */
export const addBenefit = async (world: World, more: object = {}): Promise<number> =>
  Number((await world.post('/api/benefits/items/0', { Name: `Benefit ${world.next()}`, ...more })).BenefitItemId)
