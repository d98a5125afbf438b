import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { builtProgram } from '../processes/built-program.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

export interface CommandResult {
  code: number | null
  out: string
  err: string
}

export interface RunningCommand {
  process: ChildProcess
  result: Promise<CommandResult>
}

/** Starts `guildhall <arguments>` of the build, in a separate process. */
export const startCommand = (args: string[], env: Record<string, string>, input = ''): RunningCommand => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [builtProgram('cli'), ...args], {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  child.stdin.end(input)
  const result = new Promise<CommandResult>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }))
  })
  return { process: child, result }
}

export const runCommand = (args: string[], env: Record<string, string>, input?: string): Promise<CommandResult> =>
  startCommand(args, env, input).result
