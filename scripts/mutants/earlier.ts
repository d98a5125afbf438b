import { existsSync, readFileSync } from 'node:fs'
import type { Mutant } from './mutant.ts'
import { mutantsOf, readColumnTypes, readFiles } from './population.ts'
import type { JsonReport, Result } from './report.ts'

/** The results of an earlier run of the same sample. */
export interface Earlier {
  seed: number
  results: Result[]
}

/**
 * Reads the results that an earlier run wrote, to go on with it. Mutants are found again in the current source by their
 * change; those whose text changed are left out.
 */
export const readEarlier = (root: string, file: string): Earlier | undefined => {
  if (!existsSync(file)) return undefined
  const { seed, results } = JSON.parse(readFileSync(file, 'utf8')) as JsonReport
  const types = readColumnTypes(root)
  const byPath = new Map<string, Mutant[]>()
  const mutantsIn = (path: string) => {
    const found = byPath.get(path) ?? readFiles(root, [path]).flatMap((source) => mutantsOf(source, types))
    byPath.set(path, found)
    return found
  }
  return {
    seed,
    results: results.flatMap(({ path, line, kind, change, isTried, noticedBy, failure }) => {
      const [mutant] = mutantsIn(path)
        .filter((one) => one.kind === kind && one.change === change)
        .sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))
      return mutant ? [{ mutant, isTried, stage: noticedBy ?? undefined, failure: failure ?? undefined }] : []
    }),
  }
}
