import { isListed, readEquivalents } from './equivalents.ts'
import type { Mutant } from './mutant.ts'
import { drawMutants, randomOf, readColumnTypes, readFiles } from './population.ts'
import { acceptedByTypes } from './type-check.ts'

/** What a sample is drawn from. */
export interface SampleOptions {
  paths: readonly string[]
  size: number
  seed: number
}

export interface Sample {
  mutants: Mutant[]
  /** How many others the type check rejected, and how many are listed as equivalent. */
  rejected: number
  listed: number
}

/**
 * Draws mutants until enough of them pass the type check.
 *
 * @param folder a copy of the checkout, in which the check writes files.
 */
export const drawSample = (root: string, folder: string, { paths, size, seed }: SampleOptions): Sample => {
  const draws = drawMutants(readFiles(root, paths), readColumnTypes(root), randomOf(seed))
  const isEquivalent = isListed(readEquivalents(root))
  const sample: Sample = { mutants: [], rejected: 0, listed: 0 }
  for (let isEmpty = false; sample.mutants.length < size && !isEmpty; ) {
    const drawn: Mutant[] = []
    const wanted = (size - sample.mutants.length) * 2
    while (drawn.length < wanted && !isEmpty) {
      const { value } = draws.next()
      if (!value) isEmpty = true
      else if (isEquivalent(value)) sample.listed++
      else drawn.push(value)
    }
    const accepted = acceptedByTypes(folder, drawn)
    sample.rejected += drawn.length - accepted.length
    sample.mutants.push(...accepted)
  }
  return { ...sample, mutants: sample.mutants.slice(0, size) }
}
