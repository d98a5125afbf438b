import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { bundled } from './bundle.ts'
import type { Death } from './die-at-statement.ts'

/** A program that does work in a separate process, and kills itself there. */
export interface KilledProgram<Request extends Death> {
  /** Returns whether the process ended by itself. */
  run(request: Request): Promise<boolean>
  /** Kills a process that still runs. */
  stop(): void
}

/** @param entry path of a program that reports that it is ready, receives a request and reports that it is done. */
export const killedProgram = <Request extends Death>(entry: string, databaseUrl: string): KilledProgram<Request> => {
  const program = bundled(entry)
  let child: ChildProcess | undefined
  return {
    run: async (request) => {
      const started = fork(program, { env: { ...process.env, DATABASE_URL: databaseUrl } })
      child = started
      let isDone = false
      started.on('message', (message) => {
        isDone ||= message === 'done'
      })
      const ended = once(started, 'exit')
      await Promise.race([ended, once(started, 'message')])
      started.send({ ...request })
      await ended
      return isDone
    },
    stop: () => void child?.kill('SIGKILL'),
  }
}
