import { mkdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build } from 'esbuild'

/**
 * A TypeScript program of the tests as one JavaScript file, packages apart: a process that is started fifty times must
 * not compile the product each time. Lies below node_modules, where its imports are found.
 */
export const bundled = async (entry: string): Promise<string> => {
  const folder = resolve('node_modules/.cache/guildhall-tests')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${basename(entry, '.ts')}.${process.pid}.mjs`)
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  return outfile
}
