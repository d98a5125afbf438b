import { type ChildProcess, fork } from 'node:child_process'

/** A worker in a process of its own, as in production. */
export interface Worker {
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
}

/**
 * Starts a worker; resolves when it works.
 *
 * @param program the bundle of worker-process.ts.
 * @param settings what differs from the defaults; DATABASE_URL at least.
 */
export const startWorker = (program: string, settings: Record<string, string>): Promise<Worker> =>
  new Promise((resolve, reject) => {
    const child = fork(program, {
      env: {
        ...process.env,
        GUILDHALL_SECRET: 'the same secret for every start of it',
        METRICS_PORT: '0',
        LOG_LEVEL: 'silent',
        ...settings,
      },
    })
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)))
    child.once('message', () => resolve({ kill: () => killed(child) }))
  })

const killed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
