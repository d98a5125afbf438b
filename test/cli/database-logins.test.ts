import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deriveFrom } from '#services/auth/installation-secret'
import { loginStatements } from '#src/installation/database/logins'
import { runCommandHere } from '../support/cli/command-here.ts'

const SECRET = 'the secret of the server, long enough'
const STATEMENTS = `${loginStatements(deriveFrom(SECRET).key('database-logins')).join('\n')}\n`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-logins-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const print = (env: Record<string, string> = {}) =>
  runCommandHere(['database', 'logins'], { GUILDHALL_DATA_DIR: folder, ...env })

test('without a secret, it says in one sentence which to set, and creates none', async () => {
  const path = join(folder, 'secret-key')
  expect(await print()).toEqual({
    code: 1,
    out: '',
    err:
      'There is no secret: set GUILDHALL_SECRET, or GUILDHALL_DATA_DIR to the folder that contains secret-key ' +
      `(${path} does not exist).\n`,
  })
  expect(existsSync(path)).toBe(false)
})

test('prints the statements of the secret that is set, or of the file', async () => {
  expect(await print({ GUILDHALL_SECRET: SECRET })).toEqual({ code: 0, out: STATEMENTS, err: '' })
  writeFileSync(join(folder, 'secret-key'), `${SECRET}\n`)
  expect(await print()).toEqual({ code: 0, out: STATEMENTS, err: '' })
})
