import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFolder, ensureBuild } from '../support/processes/built-program.ts'
import { findDynamicImports } from './dynamic-imports.ts'

let samples: string
beforeAll(() => {
  ensureBuild()
  samples = mkdtempSync(join(tmpdir(), 'guildhall-imports-'))
})
afterAll(() => rmSync(samples, { recursive: true, force: true }))

/** The files that a build has written. The folder also contains those of the build before it. */
const filesOfBuild = (): string[] => JSON.parse(readFileSync(join(buildFolder, '.outputs.json'), 'utf8'))

/** The imports of some programs in a folder: the name of the file, the module, and what is taken from it. */
const importsOf = (folder: string, files: readonly string[]) =>
  files
    .filter((name) => name.endsWith('.js'))
    .map((file) => ({ file, code: readFileSync(join(folder, file), 'utf8') }))
    .filter(({ code }) => code.includes('import('))
    .flatMap(({ file, code }) => findDynamicImports(code).map((one) => ({ file, ...one })))
    .filter(({ specifier }) => !isBuiltin(specifier))

/** Imports each module in a process of its own, and reports what is missing in it. */
const CHECK = `
const missing = []
for (const { file, specifier, taken } of IMPORTS) {
  const module = await import(specifier).catch((error) => void missing.push(file + ': ' + error.message))
  if (!module) continue
  for (const path of taken) {
    const value = path.reduce((found, name) => found?.[name], module)
    // A module in CommonJS that is passed on as a whole has only its default export.
    const isEmpty = path.length === 0 && Object.keys(module).every((name) => name === 'default')
    if (value === undefined || isEmpty) missing.push(file + ': ' + specifier + ' has no ' + (path.join('.') || 'names'))
  }
}
process.stdout.write(JSON.stringify(missing))
process.exit()
`

const findMissing = (folder: string, imports: ReturnType<typeof importsOf>): string[] => {
  const input = `const IMPORTS = ${JSON.stringify(imports)}\n${CHECK}`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
    cwd: folder,
    input,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('each import() of the build has what its caller takes', () => {
  const imports = importsOf(buildFolder, filesOfBuild())
  // The forms that the programs use are understood, and none is passed over.
  expect(imports.length).toBeGreaterThan(45)
  const taken = imports.map(({ taken }) => taken.map((path) => path.join('.')).join(' '))
  for (const names of ['run', 'Disk', 'FSDriver', 'runMigrations', 'openBucket', 'handleMessage'])
    expect(taken).toContain(names)
  expect(taken).toContain('default.fromRandomAccessReaderPromise default.RandomAccessReader')
  expect(taken.find((names) => names.includes('verifyRegistrationResponse'))).toBeDefined()
  expect(findMissing(buildFolder, imports)).toEqual([])
})

test.each([
  ['a name', `const { Client } = await import('./client.cjs')\nconsole.log(Client)`, 'Client'],
  ['a member', `console.log((await import('./client.cjs')).Client)`, 'Client'],
  ['of a promise', `import('./client.cjs').then(({ Client }) => console.log(Client))`, 'Client'],
  ['of a variable', `const loaded = await import('./client.cjs')\nconsole.log(loaded.Client)`, 'Client'],
  ['of several', `const [{ Client }] = await Promise.all([import('./client.cjs')])\nconsole.log(Client)`, 'Client'],
  ['of a function', `const load = () => import('./client.cjs')\nconsole.log((await load()).Client)`, 'Client'],
  ['of the default', `const { Other } = (await import('./client.cjs')).default\nconsole.log(Other)`, 'default.Other'],
  ['a module in CommonJS that is passed on', `console.log(await import('./client.cjs'))`, 'names'],
])('what the bundle lacks is found: %s', (_what, program, missing) => {
  rmSync(join(samples, 'dist'), { recursive: true, force: true })
  writeFileSync(
    join(samples, 'client.cjs'),
    'const names = ["Client"]\nfor (const name of names) exports[name] = class {}\n',
  )
  writeFileSync(join(samples, 'main.mjs'), program)
  buildSync({
    absWorkingDir: samples,
    entryPoints: ['main.mjs'],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
  })
  writeFileSync(join(samples, 'dist/package.json'), '{ "type": "module" }')
  const folder = join(samples, 'dist')
  expect(findMissing(folder, importsOf(folder, readdirSync(folder)))).toEqual([
    expect.stringMatching(new RegExp(` has no ${missing}$`)),
  ])
})
