import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { onTestFinished, type RunnerTestCase } from 'vitest'

/** The windows that each test has opened. */
const opened = new WeakMap<RunnerTestCase, number>()

/**
 * Records what a window shows until its test has ended, and then closes it. RECORDINGS names a folder for the recordings of all
 * tests; without it, only a test that fails leaves its own, in a temporary folder.
 */
export const recordUntilTestEnds = async (context: BrowserContext): Promise<void> => {
  await context.tracing.start({ screenshots: true, snapshots: true })
  onTestFinished(async ({ task }) => {
    const folder = process.env.RECORDINGS ?? (task.result?.state === 'fail' ? failureFolder() : undefined)
    const path = folder && join(folder, nameOf(task))
    await context.tracing.stop(path === undefined ? {} : { path })
    await context.close()
    if (path !== undefined) console.log(`Recording: npx playwright-core show-trace ${path}`)
  })
}

let madeFolder: string | undefined
const failureFolder = (): string => {
  madeFolder ??= mkdtempSync(join(tmpdir(), 'guildhall-recordings-'))
  return madeFolder
}

const nameOf = (task: RunnerTestCase): string => {
  const number = (opened.get(task) ?? 0) + 1
  opened.set(task, number)
  const words = [basename(task.file.name, '.browser.ts'), task.suite?.name ?? '', task.name].join(' ')
  return `${words.replaceAll(/\W+/g, '-').slice(0, 140)}-${number}.zip`
}
