import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeVersionFault, OLDEST_NODE } from '../bin/node-version.mjs'

const root = join(import.meta.dirname, '..')

test('the oldest version is that of package.json', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(engines.node).toBe(`>=${OLDEST_NODE}`)
})

test.each(['20.19.0', '20.20.2', '22.0.0', '24.11.1'])('Node.js %s starts', (version) => {
  expect(nodeVersionFault(version)).toBeUndefined()
})

test.each(['20.18.9', '18.20.8', '9.11.2'])(
  'Node.js %s is too old, in one sentence that says what to install',
  (version) => {
    expect(nodeVersionFault(version)).toBe(
      `Guildhall needs Node.js 20.19 or newer, and this is ${version}. Install a newer one.`,
    )
  },
)

/** Another version than the real one, for programs that ask. */
const AS_OLD = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.8'}})`

test.each(['scripts/start.mjs', 'bin/guildhall.mjs', 'src/main.ts'])(
  '%s checks it before everything else',
  (program) => {
    const args = ['--import', 'tsx', '--import', AS_OLD, join(root, program)]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe('Guildhall needs Node.js 20.19 or newer, and this is 18.20.8. Install a newer one.\n')
  },
)

test('the check is the first import of each program, and imports nothing itself', () => {
  for (const program of ['scripts/start.mjs', 'bin/guildhall.mjs', 'src/main.ts']) {
    const imports = execFileSync('grep', ['-hoE', "^import .*'(.*)'", join(root, program)], { encoding: 'utf8' })
    expect(imports, program).not.toMatch(/#|run\.ts|cli|build/)
  }
  expect(readFileSync(join(root, 'bin/node-version.mjs'), 'utf8')).not.toMatch(/^import/m)
})
