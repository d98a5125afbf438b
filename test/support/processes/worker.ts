import pg from 'pg'
import { startServerChild } from './server-child.ts'

/** The installation secret of every worker. */
export const WORKER_SECRET = 'the same secret for every start of it'

/** A worker in a separate process, as in production. */
export interface Worker {
  readonly pid: number
  /** Sends SIGKILL, and resolves when the process has ended. */
  kill(): Promise<void>
}

/**
 * Starts a worker of the build. Resolves when it is ready.
 *
 * @param settings what differs from the defaults; DATABASE_URL at least.
 */
export const startWorker = async (settings: WorkerSettings): Promise<Worker> => {
  const { DATABASE_URL, ...more } = settings
  const { process: child, ended } = await startServerChild(DATABASE_URL, {
    GUILDHALL_SECRET: WORKER_SECRET,
    GUILDHALL_ROLE: 'worker',
    ...more,
  })
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

type WorkerSettings = Readonly<Record<string, string>> & { readonly DATABASE_URL: string }

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
