// npm run build: the Prisma client, then src/ bundled into dist/ with most of the packages that it imports, and what `npm ci`
// installs beside it.
// `--if-needed` does nothing on an up-to-date build. It checks no types: `npm run check` does.
// It is JavaScript so that it runs before anything is built. One process builds at a time; the others wait for it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './build/bundle.mjs'
import { withProcessLock } from './build/process-lock.mjs'
import { SHIPPED_FILES, writeShippedFiles } from './build/shipped-files.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const require = createRequire(import.meta.url)
const dist = join(root, 'dist')
const stamp = join(dist, '.build-hash')
const lock = join(root, 'node_modules', '.guildhall-build')

/** The files below a folder, from the root of the repository. */
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** The hash of all sources of the build except generated code, which depends on the schema. */
const fingerprint = () => {
  const hash = createHash('sha256')
  const sources = [...filesBelow('src'), ...filesBelow('prisma/schema')]
  const own = sources.filter((name) => !name.startsWith(join('src', 'generated')))
  for (const name of [
    'package.json',
    'tsconfig.json',
    '.npmrc',
    'scripts/build.mjs',
    ...filesBelow('scripts/build'),
    'scripts/prisma-parameters/plugin.mjs',
    'scripts/prisma-parameters/read-graph.ts',
    'package-lock.json',
    'openapi/openapi.json',
    ...own,
  ].sort())
    hash.update(`\0${name}\0`).update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()

const run = (...args) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (status) =>
      status === 0 ? resolve() : reject(new Error('The build failed. See the errors above.')),
    )
  })

const requireInstalled = () => {
  try {
    for (const name of ['esbuild', 'prisma', 'tsx', 'yaml']) require.resolve(`${name}/package.json`)
  } catch {
    throw new Error('What the build needs is not installed. Run: npm ci')
  }
}

const PROGRAMS = ['src/main.ts', 'src/cli.ts', 'src/thread.ts']

const outputs = join(dist, '.outputs.json')
/** Files of other steps, and what `npm ci` has installed. */
const NOT_OF_BUNDLE = ['openapi.json', 'openapi.yaml', 'node_modules']

/** Deletes what neither this build nor the one before it wrote: a running server can still load files of the latter. */
const removeOld = (written) => {
  const before = existsSync(outputs) ? JSON.parse(readFileSync(outputs, 'utf8')) : []
  const kept = new Set([...written, ...before, basename(outputs), ...SHIPPED_FILES, ...NOT_OF_BUNDLE])
  for (const name of readdirSync(dist)) if (!kept.has(name)) rmSync(join(dist, name), { recursive: true })
  writeFileSync(outputs, JSON.stringify(written))
}

const compile = async () => {
  rmSync(stamp, { force: true })
  requireInstalled()
  mkdirSync(dist, { recursive: true })
  const document = run('--import', 'tsx', join(root, 'scripts', 'contract', 'served-files.ts'))
  const program = run(join(root, 'scripts', 'prisma-generate.mjs')).then(async () => {
    const before = fingerprint()
    const metafile = await bundle(root, PROGRAMS)
    removeOld(Object.keys(metafile.outputs).map((name) => relative('dist', name)))
    writeShippedFiles(root, metafile)
    return before
  })
  const [before] = await Promise.all([program, document])
  writeFileSync(stamp, before)
}

/** @param {{ ifNeeded?: boolean }} options */
export const build = async ({ ifNeeded = false } = {}) => {
  if (ifNeeded && isCurrent()) return
  await withProcessLock(lock, async () => {
    // Another process may have built it before the lock was acquired.
    if (ifNeeded && isCurrent()) return
    process.stdout.write('Building Guildhall ...\n')
    await compile()
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build({ ifNeeded: process.argv.includes('--if-needed') }).catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
}
