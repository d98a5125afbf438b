import { spawnSync } from 'node:child_process'
import type { TestFiles } from './test-run.ts'

/** Returns the test file or the folder that mirrors a source file, as `npm run test:near` finds it. */
export const nearTests = (root: string, path: string): TestFiles | undefined => {
  const { stdout, status } = spawnSync('node', ['scripts/test-near.mjs', '--list', path], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? { config: 'vitest.config.ts', files: stdout.trim().split('\n') } : undefined
}

/** The walks of `npm test`: every operation with bad input, without a credential, with ids of another tenant. */
const SHORT_WALKS = [
  'test/every-route.test.ts',
  'test/bad-input.test.ts',
  'test/bad-credentials.test.ts',
  'test/ids-beyond-range.test.ts',
  'test/invisible-names.test.ts',
]

const READS = ['list-columns', 'default-orders', 'deleted-contacts', 'merged-contacts', 'numbers-beyond-range']
const SAVES = ['partial-saves', 'bounds', 'stale-saves', 'stale-versions', 'change-feed', 'deleted-references']
const DELETIONS = ['stale-deletes', 'records-in-use', 'forced-deletes']

/** The walks that concern a file, by its role. */
const WALKS: readonly [role: RegExp, walks: readonly string[]][] = [
  [/\.(listing|sql|queries|presenter)\.ts$/, READS],
  [/\.input\.ts$/, ['partial-saves', 'bounds', 'deleted-references']],
  [/\.(service|model)\.ts$/, [...SAVES, ...DELETIONS, 'actions/']],
  [/\.uses\.ts$/, DELETIONS],
  [/\.job\.ts$/, ['night-plans']],
  [/^src\/kernel\/listing\//, [...READS, 'unknown-parameters']],
  [/^src\/kernel\/records\//, [...SAVES, ...DELETIONS]],
]

/** Returns the walks that concern one of the source files. */
export const walksOf = (paths: readonly string[]): TestFiles[] => {
  const names = WALKS.filter(([role]) => paths.some((path) => role.test(path))).flatMap(([, walks]) => walks)
  const proofs = [...new Set(names)].map((name) => `test/walks/${name}`)
  const short: TestFiles = { config: 'vitest.config.ts', files: SHORT_WALKS }
  return proofs.length === 0 ? [short] : [short, { config: 'vitest.proof.config.ts', files: proofs }]
}

/** All tests of a change, and all walks. */
export const ALL_TESTS: readonly TestFiles[] = [
  { config: 'vitest.config.ts', files: [] },
  { config: 'vitest.proof.config.ts', files: ['test/walks/'] },
]
