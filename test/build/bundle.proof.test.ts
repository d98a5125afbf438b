import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SCRIPT = pathToFileURL(join(import.meta.dirname, '../../scripts/build/bundle.mjs')).href

/** A process that bundles, as `npm start` does, waits for the end of its children, and prints the ids of those that remain. */
const PROGRAM = `
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundle } from ${JSON.stringify(SCRIPT)}
await bundle(process.cwd(), ['main.ts'])
const readChildren = () => readFileSync('/proc/' + process.pid + '/task/' + process.pid + '/children', 'utf8')
for (let round = 0; round < 100 && readChildren() !== ''; round++) await sleep(50)
process.stdout.write(readChildren())
process.exit()
`

let folder: string
let children: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-bundle-'))
  mkdirSync(join(folder, 'node_modules/sample'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'node_modules/sample/package.json'), '{ "name": "sample" }')
  writeFileSync(join(folder, 'node_modules/sample/index.js'), 'exports.Client = class { name = "client" }\n')
  writeFileSync(
    join(folder, 'main.ts'),
    `const { Client, default: all } = await import('sample')\nconsole.log(new Client().name, all.Client === Client)\n`,
  )
  children = execFileSync(process.execPath, ['--input-type=module'], { cwd: folder, input: PROGRAM, encoding: 'utf8' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the bundler ends with the build: npm start continues as the server', () => {
  expect(children).toBe('')
})

test('import() of a package in CommonJS has the names that it has without the bundle', () => {
  const printed = execFileSync(process.execPath, [join(folder, 'dist/main.js')], { encoding: 'utf8' })
  expect(printed).toBe('client true\n')
})
