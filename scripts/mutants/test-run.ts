import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface TestFiles {
  /** The configuration of vitest: that of `npm test` or that of the proofs. */
  config: 'vitest.config.ts' | 'vitest.proof.config.ts'
  /** Files and folders. */
  files: readonly string[]
}

/** A file with a failed test. */
export interface Failure {
  file: string
  /** The name of the test, or the error that prevented the tests. */
  test: string
}

export interface TestOutcome {
  passed: boolean
  failures: Failure[]
}

interface Report {
  numTotalTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** A mutant that makes a loop endless is noticed by these limits. */
const MAX_SHORT_MS = 10 * 60_000
const MAX_WHOLE_MS = 90 * 60_000

export interface TestRunOptions {
  /** Whether the run ends at the first failure; then it is short. */
  bail: boolean
}

/** Runs test files in a copy of the checkout. */
export const runTests = async (
  folder: string,
  { config, files }: TestFiles,
  databaseUrl: string,
  { bail }: TestRunOptions,
): Promise<TestOutcome> => {
  const report = join(folder, 'test-report.json')
  rmSync(report, { force: true })
  // Each worker loads the product, which takes longer than the tests of a folder.
  const short = ['--bail', '1', '--maxWorkers', '1']
  const options = ['--config', config, '--reporter', 'json', '--outputFile', report, ...(bail ? short : [])]
  const limit = bail ? MAX_SHORT_MS : MAX_WHOLE_MS
  const status = await run(['vitest', 'run', ...options, ...files], { folder, databaseUrl, limit })
  if (status === 'timeout') return { passed: false, failures: [{ file: '', test: 'no end' }] }
  if (!existsSync(report)) return { passed: false, failures: [{ file: '', test: 'vitest ended without a report' }] }
  const { numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  if (status === 0 && numTotalTests === 0) throw new Error(`No test ran: ${files.join(' ')}`)
  const failures = testResults
    .filter((result) => result.status === 'failed')
    .map(({ name, message, assertionResults }) => ({
      file: relative(realpathSync(folder), name),
      test: assertionResults.find((test) => test.status === 'failed')?.fullName ?? message.split('\n')[0] ?? '',
    }))
  return { passed: status === 0, failures }
}

/** The runs that are open, so that an interruption ends them. */
const open = new Set<number>()
let isInterrupted = false

/** Ends the processes of the open runs. No other one starts, and none returns an outcome. */
export const endRuns = (): void => {
  isInterrupted = true
  for (const pid of open) process.kill(-pid, 'SIGKILL')
}

interface Place {
  folder: string
  databaseUrl: string
  limit: number
}

const run = (args: string[], { folder: cwd, databaseUrl, limit }: Place): Promise<number | 'timeout'> =>
  new Promise((resolve, reject) => {
    if (isInterrupted) return reject(new Error('The run was interrupted.'))
    const env = { ...process.env, TEST_DATABASE_URL: databaseUrl }
    // A process group of its own, so that its workers end with it.
    const child = spawn('npx', args, { cwd, env, detached: true, stdio: 'ignore' })
    const { pid } = child
    if (pid !== undefined) open.add(pid)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    }, limit)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      if (pid !== undefined) open.delete(pid)
      if (isInterrupted) return reject(new Error('The run was interrupted.'))
      resolve(isLate ? 'timeout' : (code ?? 1))
    })
  })
