import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { PAGES, pageOf } from './pages.ts'

/** Fails a whole run that has not looked at every page. The tests write the addresses that they look at to a file. */
export default class PageReporter implements Reporter {
  readonly #folder = mkdtempSync(join(tmpdir(), 'guildhall-visits-'))
  readonly #file = join(this.#folder, 'addresses')
  #vitest: Vitest | undefined
  #isWholeRun = false

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    writeFileSync(this.#file, '')
    // Workers start later, with a copy of the environment.
    process.env.VISITED_PAGES = this.#file
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#isWholeRun = specifications.length === (await this.#vitest?.globTestSpecifications())?.length
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const visited = new Set(readFileSync(this.#file, 'utf8').split('\n').map(pageOf))
    rmSync(this.#folder, { recursive: true })
    const missing = PAGES.filter((page) => !visited.has(page))
    if (!this.#isWholeRun || missing.length === 0 || modules.some((module) => !module.ok())) return
    process.exitCode = 1
    process.once('exit', () => process.stdout.write(`No browser test has looked at: ${missing.join(', ')}\n`))
  }
}
