import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

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

test('the bundler ends with the build: npm start continues as the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'main.ts'), 'console.log("bundled")\n')
  const children = execFileSync(process.execPath, ['--input-type=module'], { cwd: folder, input: PROGRAM })
  expect(existsSync(join(folder, 'dist/main.js'))).toBe(true)
  expect(children.toString()).toBe('')
})
