import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Ends the output with one line that a program can read: `tests: N passed, N failed, N skipped`. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    // A file that cannot be loaded, a hook that throws and an error outside of tests fail the run too.
    const broken = modules
      .flatMap((module) => [module, ...module.children.allSuites()])
      .flatMap((part) => part.errors())
    const failed = count('failed') + broken.length + unhandled.length
    const skipped = tests.length - count('passed') - count('failed')
    // After the other reporters' summary, which is written at the same event.
    process.once('exit', () => {
      process.stdout.write(`tests: ${count('passed')} passed, ${failed} failed, ${skipped} skipped\n`)
    })
  }
}
