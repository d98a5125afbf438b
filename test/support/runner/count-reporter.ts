import type { Reporter, SerializedError, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { overBudget } from './file-budget.ts'

export interface CountReporterOptions {
  /** The largest part of a whole run's time that one file may take; runs of some files have no such limit. */
  maxShareOfFile?: number
}

/** Ends the output with one line that a program can read: `tests: N passed, N failed, N skipped`. */
export default class CountReporter implements Reporter {
  readonly #maxShare: number | undefined
  #vitest: Vitest | undefined
  #isWholeRun = false

  constructor({ maxShareOfFile }: CountReporterOptions = {}) {
    this.#maxShare = maxShareOfFile
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const all = await this.#vitest?.globTestSpecifications()
    this.#isWholeRun = specifications.length === all?.length
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    // A file that cannot be loaded, a hook that throws and an error outside of tests fail the run too.
    const broken = modules
      .flatMap((module) => [module, ...module.children.allSuites()])
      .flatMap((part) => part.errors())
    const slow = this.#slowFiles(modules)
    if (slow.length > 0) process.exitCode = 1
    const failed = count('failed') + broken.length + unhandled.length + slow.length
    const skipped = tests.length - count('passed') - count('failed')
    // After the other reporters' summary, which is written at the same event.
    process.once('exit', () => {
      for (const sentence of slow) process.stdout.write(`${sentence}\n`)
      process.stdout.write(`tests: ${count('passed')} passed, ${failed} failed, ${skipped} skipped\n`)
    })
  }

  #slowFiles(modules: readonly TestModule[]): string[] {
    if (this.#maxShare === undefined || !this.#isWholeRun) return []
    const files = modules.map((module) => ({
      path: module.relativeModuleId,
      milliseconds: module.diagnostic().duration,
    }))
    return overBudget(files, this.#maxShare)
  }
}
