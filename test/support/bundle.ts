import { mkdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { threadId } from 'node:worker_threads'
import { buildSync } from 'esbuild'

const made = new Map<string, string>()

/**
 * A TypeScript program as one JavaScript file, packages apart: a process that is started fifty times must not compile the
 * product each time. Made once by each worker of the tests; lies below node_modules, where its imports are found.
 *
 * @param entry seen from the root of the project, for example `src/cli.ts`.
 */
export const bundled = (entry: string): string => {
  const before = made.get(entry)
  if (before) return before
  const root = resolve(import.meta.dirname, '../..')
  const folder = join(root, 'node_modules/.cache/guildhall-tests')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${basename(entry, '.ts')}.${process.pid}-${threadId}.mjs`)
  buildSync({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  made.set(entry, outfile)
  return outfile
}
