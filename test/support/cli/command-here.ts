import { Console } from 'node:console'
import { Readable, Writable } from 'node:stream'
import { runProgram } from '#src/cli/program'
import type { CommandResult } from './command.ts'

let previous: Promise<unknown> = Promise.resolve()

/**
 * Runs `guildhall <arguments>` in this process, after the commands that run: the start of a separate process takes most
 * of a second.
 */
export const runCommandHere = (args: string[], env: Record<string, string>, input = ''): Promise<CommandResult> => {
  const result = previous.then(() => run(args, env, input))
  previous = result.catch(() => undefined)
  return result
}

const run = async (args: string[], env: Record<string, string>, input: string): Promise<CommandResult> => {
  const out = collector()
  const err = collector()
  const given = {
    console: globalThis.console,
    env: process.env,
    stdin: Object.getOwnPropertyDescriptor(process, 'stdin'),
    writeOut: process.stdout.write,
    writeErr: process.stderr.write,
    onInterrupt: process.listeners('SIGINT'),
    onTerminate: process.listeners('SIGTERM'),
  }
  globalThis.console = new Console({ stdout: out.stream, stderr: err.stream })
  process.env = { ...env }
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
  process.stdout.write = out.stream.write.bind(out.stream)
  process.stderr.write = err.stream.write.bind(err.stream)
  try {
    const code = await runProgram(args)
    return { code, out: out.text(), err: err.text() }
  } finally {
    globalThis.console = given.console
    process.env = given.env
    if (given.stdin) Object.defineProperty(process, 'stdin', given.stdin)
    process.stdout.write = given.writeOut
    process.stderr.write = given.writeErr
    removeNew('SIGINT', given.onInterrupt)
    removeNew('SIGTERM', given.onTerminate)
  }
}

const collector = () => {
  let text = ''
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      text += chunk
      done()
    },
  })
  return { stream, text: () => text }
}

const removeNew = (signal: NodeJS.Signals, given: NodeJS.SignalsListener[]): void => {
  for (const listener of process.listeners(signal)) if (!given.includes(listener)) process.off(signal, listener)
}
