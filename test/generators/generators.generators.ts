import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

let server: TestApp
let mine: TestCaller
let origin: string
let folder: string

/** Installs the generators of the lock file into a folder of their own. Their newest versions need a later Node.js. */
beforeAll(async () => {
  server = await buildTestApp({ config: {} })
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  mine = await server.tenant()
  for (const LastName of ['Abel', 'Berg', 'Cruz']) await mine.post('/api/contacts/person/0', { LastName })
  folder = await mkdtemp(join(tmpdir(), 'guildhall-generators-'))
  for (const name of ['package.json', 'package-lock.json', 'programs']) {
    await cp(join(import.meta.dirname, name), join(folder, name), { recursive: true })
  }
  await cp(join(root, 'openapi/openapi.json'), join(folder, 'openapi.json'))
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}, 600_000)
afterAll(async () => {
  await server?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const command = (name: string, args: string[]) => run(join(folder, 'node_modules/.bin', name), args, { cwd: folder })

/** Checks a program and its generated client with strict types, and runs it. */
const checkAndRun = async (name: string): Promise<unknown> => {
  const flags = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--target',
    'es2022',
    '--strict',
    '--noEmit',
    '--skipLibCheck',
  ]
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  await command('tsc', [...flags, ...types, '--lib', 'es2023,dom,dom.iterable', `programs/${name}.ts`]).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout.slice(0, 5000))
    },
  )
  const outfile = join(folder, `${name}.mjs`)
  await build({
    entryPoints: [join(folder, 'programs', `${name}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
  })
  const { stdout } = await run(process.execPath, [outfile], { env: { GUILDHALL_URL: origin, GUILDHALL_KEY: mine.key } })
  return JSON.parse(stdout)
}

describe('a client that another generator makes from openapi.json compiles and works', () => {
  test('@hey-api/openapi-ts', async () => {
    const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk']
    await command('openapi-ts', ['-i', 'openapi.json', '-o', 'hey-api', '-p', ...plugins])
    expect(await checkAndRun('hey-api')).toEqual({ rows: 2, name: 'Dorn', code: 'not-found' })
  })

  test('orval', async () => {
    const output = {
      mode: 'split',
      target: './orval/guildhall.ts',
      schemas: './orval/model',
      client: 'fetch',
      baseUrl: origin,
    }
    const config = { guildhall: { input: { target: './openapi.json' }, output } }
    await writeFile(join(folder, 'orval.config.cjs'), `module.exports = ${JSON.stringify(config)}`)
    await command('orval', ['--config', './orval.config.cjs'])
    expect(await checkAndRun('orval')).toEqual({ rows: 2, name: 'Dorn', code: 'not-found' })
  })
})
