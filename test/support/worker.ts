import { type ChildProcess, fork } from 'node:child_process'
import pg from 'pg'

/** The installation secret of every worker. */
export const WORKER_SECRET = 'the same secret for every start of it'

/** A worker in a separate process, as in production. */
export interface Worker {
  /** Sends SIGKILL, and resolves when the process has ended. */
  kill(): Promise<void>
}

/**
 * Starts a worker. Resolves when it is ready.
 *
 * @param program the bundle of worker-process.ts.
 * @param settings what differs from the defaults; DATABASE_URL at least.
 */
export const startWorker = (program: string, settings: Record<string, string>): Promise<Worker> =>
  new Promise((resolve, reject) => {
    const child = fork(program, {
      env: {
        ...process.env,
        GUILDHALL_SECRET: WORKER_SECRET,
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

/** Releases the jobs of killed workers, as the sweep of another worker does about ten seconds later. */
export const releaseJobs = async (url: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin
    .query(
      `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
        from graphile_worker.jobs where locked_by is not null having count(*) > 0`,
    )
    .finally(() => admin.end())
}
