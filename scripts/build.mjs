// npm run build: the Prisma client, then src/ compiled to dist/. `--if-needed` does nothing on an up-to-date build.
// It is JavaScript so that it runs before anything is built. One process builds at a time; the others wait for it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

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
    'tsconfig.build.json',
    'package-lock.json',
    'openapi/openapi.json',
    ...own,
  ].sort())
    hash.update(`\0${name}\0`).update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The file contains the builder's process id, so that a build that was killed does not block others. */
const takeLock = async () => {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true })
    else await sleep(100)
  }
}

const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed. See the errors above.')
}

/** The aliases of package.json reference src/. Within dist/ these reference dist/. */
const writeAliases = () => {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const own = Object.entries(imports).filter(([, target]) => target.startsWith('./src/'))
  const compiled = own.map(([alias, target]) => [alias, target.replace('./src/', './').replace(/\.ts$/, '.js')])
  const manifest = { type: 'module', imports: Object.fromEntries(compiled) }
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The output of an earlier build for deleted files. */
const removeOrphans = () => {
  for (const name of filesBelow('dist').filter((file) => file.endsWith('.js'))) {
    const source = join(root, name.replace(/^dist/, 'src').replace(/\.js$/, '.ts'))
    if (!existsSync(source)) for (const end of ['', '.map']) rmSync(join(root, name + end), { force: true })
  }
}

const assertInstalled = () => {
  try {
    for (const name of ['typescript', 'prisma', 'tsx', 'yaml']) require.resolve(`${name}/package.json`)
  } catch {
    throw new Error('What the build needs is not installed. Run: npm ci')
  }
}

const compile = () => {
  rmSync(stamp, { force: true })
  assertInstalled()
  run(join(root, 'scripts', 'prisma-generate.mjs'))
  const before = fingerprint()
  const manifest = require.resolve('typescript/package.json')
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  run(join(dirname(manifest), bin.tsc), '-p', 'tsconfig.build.json')
  writeAliases()
  removeOrphans()
  run('--import', 'tsx', join(root, 'scripts', 'contract', 'served-files.ts'))
  writeFileSync(stamp, before)
}

/** @param {{ ifNeeded?: boolean }} options */
export const build = async ({ ifNeeded = false } = {}) => {
  if (ifNeeded && isCurrent()) return
  mkdirSync(dirname(lock), { recursive: true })
  await takeLock()
  try {
    // Another process may have built it before the lock was acquired.
    if (ifNeeded && isCurrent()) return
    process.stdout.write('Building Guildhall ...\n')
    compile()
  } finally {
    rmSync(lock, { force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build({ ifNeeded: process.argv.includes('--if-needed') }).catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
}
