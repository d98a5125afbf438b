import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdits, type Mutant } from './mutant.ts'

/** Names that nothing uses any more do not reject a mutant: who makes the mistake removes them too. */
const OPTIONS = ['--noEmit', '--pretty', 'false', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false']

const besideOf = (path: string, at: number) => path.replace(/\.ts$/, `.mutant-${at}.ts`)

/** Returns the faults of the files of a check: by path, each without its position. */
const faultsByPath = (output: string): Map<string, string[]> => {
  const faults = new Map<string, string[]>()
  for (const [, path = '', fault = ''] of output.matchAll(/^(\S+?)\(\d+,\d+\): (error TS\d+: .*)$/gm))
    faults.set(path, [...(faults.get(path) ?? []), fault])
  return faults
}

/**
 * Returns the mutants that the type check accepts. Every mutant is a file beside its original, so that one check sees all.
 * Faults that an unchanged copy has as well, such as a class that is another one there, do not count.
 */
export const acceptedByTypes = (folder: string, mutants: readonly Mutant[]): Mutant[] => {
  const paths = [...new Set(mutants.map(({ path }) => path))]
  const sourceOf = (path: string) => readFileSync(join(folder, path), 'utf8')
  const written = new Map<string, string>([
    ...paths.map((path) => [besideOf(path, 0), sourceOf(path)] as const),
    ...mutants.map(
      (mutant, at) => [besideOf(mutant.path, at + 1), applyEdits(sourceOf(mutant.path), [mutant])] as const,
    ),
  ])
  for (const [path, text] of written) writeFileSync(join(folder, path), text)
  const buildInfo = join(folder, 'mutants.tsbuildinfo')
  const { stdout, stderr, status } = spawnSync(
    'npx',
    ['tsc', ...OPTIONS, '--incremental', '--tsBuildInfoFile', buildInfo],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  )
  for (const path of written.keys()) rmSync(join(folder, path))
  const faults = faultsByPath(stdout)
  if (status !== 0 && faults.size === 0) throw new Error(`The type check did not run:\n${stdout}${stderr}`)
  return mutants.filter((mutant, at) => {
    const usual = faults.get(besideOf(mutant.path, 0)) ?? []
    return (faults.get(besideOf(mutant.path, at + 1)) ?? []).every((fault) => usual.includes(fault))
  })
}
