import type { JsonObject } from '#kernel/contract/json'
import type { OfferedKind } from './actions/offered-records.ts'
import type { Deletion } from './deletions.ts'
import type { Delivered } from './delivered.ts'
import type { Growing } from './growing.ts'
import type { ListedRows } from './lists/listed.ts'
import type { Recipe } from './recipes.ts'
import type { UsedRecords } from './used-records.ts'
import type { Ids, World } from './world.ts'

/**
 * What the walks have to know of an area, and neither its manifest nor the contract or the database says. The files
 * `test/areas/<wing>/<area>/*.walks.ts` export it as `walks`; the walks find them, and name the part that is missing.
 * Each part can be absent.
 */
export interface AreaWalks {
  /** How to create a record, by the end of the path up to the parameter that contains its id: `/groups/:groupid`. */
  recipes?: readonly (readonly [end: string, recipe: Recipe])[]
  /** The table of a path parameter that is not named as its table is: `emailid: 'contact_email'`. */
  tables?: Readonly<Record<string, string>>
  /** The values of path parameters that are no ids of a table. */
  words?: Readonly<Record<string, string>>
  /** By operation: what it needs before, if the records of its path are not enough. */
  before?: Readonly<Record<string, (world: World, ids: Ids) => Promise<unknown>>>
  /** By operation: the body of a change, if the example does not reference the record. */
  bodies?: Readonly<Record<string, (world: World, ids: Ids) => Promise<JsonObject>>>
  /** By operation: how the rows of a list are created, in which order it documents them, or why a walk has no rows. */
  lists?: Readonly<Record<string, ListedRows>>
  /** Creates two rows or more with different values in each column, for the lists of the area. */
  rows?: (world: World) => Promise<unknown>
  /** The record in the path of a list that has most rows, by parameter or operation: SQL that returns its `id` per row. */
  parents?: Readonly<Record<string, string>>
  /** The kinds of records with Actions: their reads, states and actions. */
  actions?: readonly OfferedKind[]
  /** Records that others use, one case for each use that the area declares. */
  uses?: (world: World) => UsedRecords
  /** References that are no use, by `from -> to`, each with its reason. */
  noUses?: Readonly<Record<string, string>>
  /** By operation and field: how a list with a bound in a body grows, or why it cannot grow beyond the bound. */
  bounds?: Readonly<Record<string, Growing | string>>
  /** Deletions in spite of references. */
  deletions?: readonly Deletion[]
  /** Other deletions: why nothing shows the record afterwards. Those of records with uses need none. */
  otherDeletions?: Readonly<Record<string, string>>
  /** By the first word of the event kinds: how a delivered record is compared, if not with the only GET of its shape. */
  delivered?: Readonly<Record<string, Delivered>>
}
