import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { applyEdits, type Mutant } from './mutant.ts'

/** A copy of the checkout in which files can be changed. */
export interface Copy {
  folder: string
  /** Plants mutants, and removes those that were planted before. */
  plant(mutants: readonly Mutant[]): void
  write(path: string, text: string): void
  remove(): void
}

/** Folders that git does not list, but tests need. */
const GENERATED = ['src/generated', 'client/src/generated/schema.ts', 'client/dist']
const INSTALLED = ['node_modules', 'client/node_modules', 'tools/check/node_modules', 'tools/contract/node_modules']

export const copyCheckout = (root: string): Copy => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-mutants-'))
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const paths = [...listed.stdout.split('\0').filter(Boolean), ...GENERATED]
  for (const path of paths.filter((one) => existsSync(join(root, one)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  for (const path of INSTALLED.filter((one) => existsSync(join(root, one))))
    symlinkSync(join(root, path), join(folder, path))
  return { folder, ...plantingIn(root, folder), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const plantingIn = (root: string, folder: string): Pick<Copy, 'plant' | 'write'> => {
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  const originalOf = (path: string) => readFileSync(join(root, path), 'utf8')
  let planted: string[] = []
  return {
    write,
    plant: (mutants) => {
      for (const path of planted) write(path, originalOf(path))
      planted = [...new Set(mutants.map(({ path }) => path))]
      for (const path of planted)
        write(
          path,
          applyEdits(
            originalOf(path),
            mutants.filter((mutant) => mutant.path === path),
          ),
        )
    },
  }
}
