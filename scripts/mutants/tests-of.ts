import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceText } from './population.ts'
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

const READS = [
  'row-order',
  'list-columns',
  'default-orders',
  'deleted-contacts',
  'merged-contacts',
  'numbers-beyond-range',
]
const SAVES = ['partial-saves', 'bounds', 'stale-saves', 'stale-versions', 'change-feed', 'deleted-references']
const DELETIONS = ['stale-deletes', 'records-in-use', 'forced-deletes']

/** The walks that concern a file, by its role. */
const WALKS: readonly [role: RegExp, walks: readonly string[]][] = [
  [/\.(listing|sql|queries|presenter)\.ts$/, READS],
  [/\.input\.ts$/, ['partial-saves', 'bounds', 'deleted-references']],
  [/\.(service|model)\.ts$/, [...SAVES, ...DELETIONS, 'actions/']],
  [/\.(uses|area)\.ts$/, DELETIONS],
  [/\.job\.ts$/, ['night-plans']],
  [/^src\/kernel\/listing\//, [...READS, 'unknown-parameters']],
  [/^src\/kernel\/records\//, [...SAVES, ...DELETIONS]],
]

const IMPORT = /\bfrom '(#[\w-]+|\.{1,2})\/([^']+)'/g

/** Returns the files that import one of the given files. */
export const importersOf = (files: readonly SourceText[], paths: readonly string[]): string[] => {
  const wanted = new Set(paths)
  const importsWanted = ({ path, text }: SourceText) =>
    [...text.matchAll(IMPORT)].some(([, base = '', name = '']) => {
      if (!base.startsWith('#')) return wanted.has(join(path, '..', base, name))
      return wanted.has(`${base === '#src' ? 'src' : `src/${base.slice(1)}`}/${name}.ts`)
    })
  return files.filter(importsWanted).map(({ path }) => path)
}

/** The area of a file, or the folder of kernel or services. */
const areaOf = (path: string) => /^src\/(?:areas\/[^/]+\/[^/]+|[^/]+\/[^/]+)/.exec(path)?.[0]

const MAX_IMPORTERS = 8

/** Returns the tests in the folder itself; those of its subfolders if it has none, but not those of a whole wing. */
const testsIn = (root: string, place: string): string[] => {
  if (place.endsWith('.ts')) return [place]
  const isTest = (name: string) => name.endsWith('.test.ts') && !name.endsWith('.proof.test.ts')
  const names = readdirSync(join(root, place)).filter(isTest)
  if (names.length > 0) return names.map((name) => `${place}${name}`)
  return /^test\/(?:areas\/)?\w+\/$/.test(place) ? [] : [place]
}

/**
 * Returns the tests that are likely to notice a mutant, without those of all subfolders: the ones that mirror the file, and
 * the ones that mirror the files that import it, if these are few.
 */
export const closestTests = (root: string, files: readonly SourceText[], path: string): TestFiles => {
  const importers = importersOf(files, [path])
  const own = importers.filter((one) => areaOf(one) === areaOf(path))
  const near = (paths: readonly string[]) =>
    paths.flatMap((one) => nearTests(root, one)?.files ?? []).flatMap((place) => testsIn(root, place))
  const found = near([path, ...(own.length <= MAX_IMPORTERS ? own : [])])
  return { config: 'vitest.config.ts', files: [...new Set(found.length > 0 ? found : near(importers))] }
}

/** Returns the proofs and walks that concern the source files, and the tests that mirror the files that import them. */
export const fartherTests = (root: string, files: readonly SourceText[], paths: readonly string[]): TestFiles[] => {
  const nearOf = (path: string) => nearTests(root, path)?.files ?? []
  const walks = WALKS.filter(([role]) => paths.some((path) => role.test(path))).flatMap(([, names]) => names)
  const tests = [...SHORT_WALKS, ...[...paths, ...importersOf(files, paths)].flatMap(nearOf)]
  const proofs = [...walks.map((name) => `test/walks/${name}`), ...paths.flatMap(nearOf)]
  return [
    { config: 'vitest.config.ts', files: [...new Set(tests)] },
    { config: 'vitest.proof.config.ts', files: [...new Set(proofs)] },
  ]
}

/** All tests of a change, and all walks. */
export const ALL_TESTS: readonly TestFiles[] = [
  { config: 'vitest.config.ts', files: [] },
  { config: 'vitest.proof.config.ts', files: ['test/walks/'] },
]
