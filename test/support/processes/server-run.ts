import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandResult } from '../cli/command.ts'
import { builtProgram } from './built-program.ts'

/** Starts the server as a process of its own where the start fails, and waits for its end. */
export const runServer = (env: Readonly<Record<string, string>>): Promise<CommandResult> => {
  const { PATH = '', HOME = '' } = process.env
  const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-run-'))
  const child = spawn(process.execPath, [builtProgram('main')], {
    env: { PATH, HOME, ...defaults, GUILDHALL_DATA_DIR: dataDir, ...env },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return new Promise((resolve) => {
    child.once('close', (code) => {
      rmSync(dataDir, { recursive: true, force: true })
      resolve({ code, out, err })
    })
  })
}

const defaults = { METRICS_PORT: '0', GUILDHALL_DEMO: 'false', LOG_LEVEL: 'warn' }
