import { allWalks } from './all-walks.ts'
import type { World } from './world.ts'

/** Creates a record and one that uses it, and returns the path of the deletion, by "used <- user". */
export type UsedRecords = Record<string, () => Promise<string>>

/** The records that are in use, one case for each use that an area declares; some uses have several. */
export const usedRecords = (world: World): UsedRecords =>
  Object.assign({}, ...allWalks().map(({ uses }) => uses?.(world) ?? {}))
