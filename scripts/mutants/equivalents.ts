import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'

/** A mutant that no test can notice. */
export interface Equivalent {
  path: string
  /** The kind and the change as the list of survivors prints them. */
  kind: string
  change: string
  /** Why the product does the same with it. */
  reason: string
}

const EQUIVALENTS = 'test/equivalent-mutants.json'

export const readEquivalents = (root: string): Equivalent[] =>
  JSON.parse(readFileSync(join(root, EQUIVALENTS), 'utf8')) as Equivalent[]

const keyOf = ({ path, kind, change }: Pick<Mutant, 'path' | 'kind' | 'change'>) => `${path} ${kind} ${change}`

/** Returns a function that says whether a mutant is listed. Lines do not count, because they move. */
export const isListed = (equivalents: readonly Equivalent[]): ((mutant: Mutant) => boolean) => {
  const keys = new Set(equivalents.map(keyOf))
  return (mutant) => keys.has(keyOf(mutant))
}
