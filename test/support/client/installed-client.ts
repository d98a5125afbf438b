import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

/** A folder of a program that has installed the packed client. */
export interface InstalledClient {
  /** Compiles programs, by name, with strict types. @throws with the errors of the compiler. */
  compile(programs: Readonly<Record<string, string>>): Promise<void>
  /** Runs a compiled program, and returns the lines that it prints. @throws if it fails. */
  run(name: string, env: Readonly<Record<string, string>>): Promise<string[]>
  remove(): Promise<void>
}

const COMPILER = join(root, 'node_modules/typescript/bin/tsc')
/** A program can use the client with an older compiler. */
const OLDER_COMPILER = join(root, 'tools/contract/node_modules/typescript/bin/tsc')

/** Builds and packs the client, and installs it into a folder outside of the repository, without a network. */
export const installClient = async (): Promise<InstalledClient> => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-client-'))
  const dist = join(folder, 'package')
  await run(process.execPath, [join(root, 'client/generate-types.mjs')])
  await run(process.execPath, [COMPILER, '-p', join(root, 'client/tsconfig.json'), '--outDir', join(dist, 'dist')])
  for (const name of ['package.json', 'README.md', 'LICENSE']) {
    await run('cp', [join(root, 'client', name), join(dist, name)])
  }
  const packages = [
    dist,
    ...['openapi-fetch', 'openapi-typescript-helpers'].map((name) => join(root, 'node_modules', name)),
  ]
  const files = await Promise.all(packages.map((path) => pack(path, folder)))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'program', type: 'module', private: true }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: folder })
  return {
    compile: (programs) => compile(folder, programs),
    run: (name, env) => runProgram(join(folder, 'out', `${name}.js`), env),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const pack = async (path: string, folder: string): Promise<string> => {
  const { stdout } = await run('npm', ['pack', path, '--json', '--pack-destination', folder], { cwd: folder })
  const [packed] = JSON.parse(stdout) as [{ filename: string }]
  return join(folder, packed.filename)
}

const compile = async (folder: string, programs: Readonly<Record<string, string>>): Promise<void> => {
  await mkdir(join(folder, 'programs'), { recursive: true })
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, 'programs', `${name}.ts`), text)
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    rootDir: 'programs',
    outDir: 'out',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['programs'] }))
  await run(process.execPath, [join(root, 'scripts/tool.mjs'), 'contract'])
  await run(process.execPath, [OLDER_COMPILER, '-p', folder]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout)
  })
}

const runProgram = (path: string, env: Readonly<Record<string, string>>): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (part) => {
      output += part
    })
    child.stderr.on('data', (part) => {
      errors += part
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output.trimEnd().split('\n')) : reject(new Error(`${output}${errors}`)),
    )
  })
