import { startTemporary } from '#src/installation/embedded/temporary'
import { copyCheckout } from './copy.ts'
import { type Mutant, overlaps } from './mutant.ts'
import { type Failure, runTests, type TestFiles, type TestOutcome, type TestRunOptions } from './test-run.ts'

/** A copy of the checkout with a database server of its own. */
export interface Bench {
  folder: string
  /** Runs tests with the mutants in the source. */
  run(mutants: readonly Mutant[], tests: TestFiles, options: TestRunOptions): Promise<TestOutcome>
  close(): Promise<void>
}

const quiet = { info: () => undefined, warn: (message: string) => console.warn(message) }

export const openBench = async (root: string): Promise<Bench> => {
  const copy = copyCheckout(root)
  const server = await startTemporary(quiet)
  return {
    folder: copy.folder,
    run: (mutants, tests, options) => {
      copy.plant(mutants)
      return runTests(copy.folder, tests, server.url('postgres'), options)
    },
    close: async () => {
      await server.stop()
      copy.remove()
    },
  }
}

/** Where a mutant was noticed; undefined if it survived. */
export type Findings = Map<Mutant, Failure>

/** Runs the near tests of every mutant, on each bench one at a time. */
export const findOneByOne = async (
  benches: readonly Bench[],
  mutants: readonly Mutant[],
  testsOf: (mutant: Mutant) => TestFiles,
  done: (mutant: Mutant, failure: Failure | undefined) => void,
): Promise<Findings> => {
  const findings: Findings = new Map()
  const queue = [...mutants]
  const work = async (bench: Bench) => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const { passed, failures } = await bench.run([mutant], testsOf(mutant), { bail: true })
      const failure = passed ? undefined : (failures[0] ?? { file: '', test: 'an error outside of tests' })
      if (failure) findings.set(mutant, failure)
      done(mutant, failure)
    }
  }
  await Promise.all(benches.map(work))
  return findings
}

/** Parts of a list in which no two mutants change the same text. */
const apart = (mutants: readonly Mutant[]): Mutant[][] => {
  const groups: Mutant[][] = []
  for (const mutant of mutants) {
    const fits = (group: Mutant[]) => group.every((one) => one.path !== mutant.path || !overlaps(one, mutant))
    const group = groups.find(fits)
    if (group) group.push(mutant)
    else groups.push([mutant])
  }
  return groups
}

/**
 * Runs tests once with many mutants, most of which they do not notice. Then it halves the mutants for each test file that
 * failed, until the one is found.
 */
export const findTogether = async (
  bench: Bench,
  mutants: readonly Mutant[],
  tests: readonly TestFiles[],
): Promise<Findings> => {
  const findings: Findings = new Map()
  for (const group of apart(mutants))
    for (const part of tests) {
      const { failures } = await bench.run(group, part, { bail: false })
      for (const failure of failures) {
        const left = group.filter((mutant) => !findings.has(mutant))
        const alone = { ...part, files: failure.file === '' ? part.files : [failure.file] }
        for (const found of await noticedBy(bench, left, alone)) findings.set(found, failure)
      }
    }
  return findings
}

const noticedBy = async (bench: Bench, mutants: readonly Mutant[], tests: TestFiles): Promise<Mutant[]> => {
  if (mutants.length === 0) return []
  const { passed } = await bench.run(mutants, tests, { bail: true })
  if (passed) return []
  if (mutants.length === 1) return [...mutants]
  const middle = Math.ceil(mutants.length / 2)
  const halves = [mutants.slice(0, middle), mutants.slice(middle)]
  const found: Mutant[] = []
  for (const half of halves) found.push(...(await noticedBy(bench, half, tests)))
  return found
}
