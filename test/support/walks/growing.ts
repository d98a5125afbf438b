import type { JsonObject } from '#kernel/contract/json'
import type { World } from './world.ts'

/** A list of a document whose items are added: by further saves of the document, and by other operations. */
export interface Growing {
  /** Creates a record and returns the address at which its document is saved. */
  record: (world: World) => Promise<string>
  item: (world: World, index: number) => Promise<JsonObject> | JsonObject
  /** Where the list is read, if not in the document at the address of the save. */
  read?: (url: string) => string
  /** Other operations that add an item. */
  others?: ((world: World, url: string) => Promise<{ statusCode: number; body: string }>)[]
}

// Why a list cannot grow beyond its bound.
export const REPLACED = 'each save replaces the list'
export const POSTED = 'a document is posted once, and a change of it cannot contain the list'
export const IGNORED = 'requests cannot set it'
export const COMMAND = 'the list is the subject of a command, and is not stored'
export const VALUES = 'one value for each field, and a tenant has at most as many fields'

/** The id at the end of the address of a save. */
export const idIn = (url: string): string => /(\d+)(?:\/true)?$/.exec(url)?.[1] ?? ''
