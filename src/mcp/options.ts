import { entry } from '#contract/entry'
import { isJsonObject } from '#kernel/contract/json'
import { badInput } from '#kernel/errors/problem'

/** What the person who configures a client asks for, in the query of the address. A model cannot change it. */
export interface McpOptions {
  /** Whether tools that change something are offered. */
  readonly hasWrites: boolean
  /** The areas whose operations are all offered as tools. */
  readonly areas: readonly string[]
}

/** The areas of the contract: the tags of its operations. */
export const AREAS: ReadonlyMap<string, string> = new Map(
  (Array.isArray(entry.tags) ? entry.tags : [])
    .filter(isJsonObject)
    .map(({ name, description }) => [String(name), String(description)]),
)

/** Parses the query of the address. @throws 400 for another parameter or value. */
export const parseOptions = (query: unknown): McpOptions => {
  const { writes = 'false', areas = '', ...others } = query as Record<string, unknown>
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw badInput(`query:${unknown.slice(0, 100)}`, 'is not a parameter of this address. Use writes and areas')
  if (writes !== 'true' && writes !== 'false') throw badInput('query:writes', 'must be true or false')
  if (typeof areas !== 'string') throw badInput('query:areas', 'must be one list of areas, separated by commas')
  const named = areas === '' ? [] : [...new Set(areas.split(','))]
  const wrong = named.find((area) => !AREAS.has(area))
  if (wrong !== undefined)
    throw badInput('query:areas', `contains "${wrong.slice(0, 50)}". Areas are ${[...AREAS.keys()].join(', ')}`)
  return { hasWrites: writes === 'true', areas: named }
}
