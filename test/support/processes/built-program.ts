import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** The folder of the build. */
export const buildFolder = join(root, 'dist')

let isFresh = false

/** Brings the build up to date, once in each worker of a run. The workers wait for the one that builds. */
export const ensureBuild = (): void => {
  if (isFresh) return
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-needed'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  isFresh = true
}

/** Returns the path of a program of the build that is shipped: tests of processes start it, not the sources. */
export const builtProgram = (name: 'main' | 'cli'): string => {
  ensureBuild()
  return join(buildFolder, `${name}.js`)
}
