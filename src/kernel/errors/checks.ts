import { badInputs, type FieldFault, Problem, ruleRefused } from './problem.ts'
import type { CodeOf } from './problem-types.ts'

/** Entries of `errors` that one response reports at most. */
const MAX_REPORTED = 50

/**
 * Runs checks of a request that do not depend on each other, so that one response reports the errors of all. A check
 * that fails without naming a field ends the request at once.
 */
export class Checks {
  readonly #problems: Problem[] = []

  /** Runs a check. @param fallback is returned if it fails, for the checks after it. */
  async run<T>(check: () => T | Promise<T>, fallback: T): Promise<T> {
    try {
      return await check()
    } catch (error) {
      if (!isAboutFields(error)) throw error
      this.#problems.push(error)
      return fallback
    }
  }

  /** @throws the problem of the checks that failed: the first 400, else the first 422, with the errors of all. */
  finish(): void {
    const [first, ...others] = this.#problems.toSorted((a, b) => a.status - b.status)
    if (!first) return
    if (others.length === 0) throw first
    const errors = distinct(this.#problems.flatMap((problem) => problem.errors)).slice(0, MAX_REPORTED)
    if (first.status === 400) throw badInputs(errors)
    throw ruleRefused(first.code as CodeOf<422>, 'The request is not valid:', errors)
  }
}

const isAboutFields = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 400 || error.status === 422) && error.errors.length > 0

const distinct = (faults: readonly FieldFault[]): FieldFault[] => [
  ...new Map(faults.map((fault) => [fault.pointer, fault])).values(),
]
