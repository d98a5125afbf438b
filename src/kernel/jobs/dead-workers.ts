import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { CONFIRM_MS, hasNoLife, LifeSign } from '../database/life-sign.ts'
import { GIVE_BACK, RELEASE, WAKE_WORKERS } from './job-release.sql.ts'

const SWEEP_MS = 5000
const PUBLISH_MS = 2000

/** What a runner of this process has locked and no longer uses. */
export interface RetiredRunner {
  readonly pool: string
  /** Returns the jobs that it still runs. */
  jobs(): readonly string[]
  /** Called when all its jobs are given back. */
  onReleased(): void
}

export interface DeadWorkerSweep {
  /** Proves from now on that the runner with this name for its locks is alive. */
  follow(pool: string): void
  /** Gives the jobs of a runner back that it does not run, and the others when they have ended. */
  retire(runner: RetiredRunner): void
  stop(): Promise<void>
}

export interface SweepOptions {
  databaseUrl: string
  /** The name of the runner. */
  name: string
  log: FastifyBaseLogger
  /** Returns seconds since the last look for jobs, and the number of workers that run none. */
  state(): { age: number; free: number }
}

/**
 * Releases the jobs of workers whose process was killed; the job library would wait for hours. Each process keeps an
 * advisory lock with the name of its pool. The lock ends with the process, and then every other worker can unlock the
 * jobs of that pool. A worker counts as dead if its lock is missing twice: a worker that has only lost the connection of
 * the lock has it again before the second look. The first sweep is at the start, so that workers that live only seconds
 * release the jobs of their predecessors.
 */
export const sweepDeadWorkers = async (options: SweepOptions): Promise<DeadWorkerSweep> => {
  const { databaseUrl, log } = options
  const sign = new LifeSign(databaseUrl, 'guildhall-worker-life', (error) =>
    log.error({ err: error }, 'the search for dead workers failed'),
  )
  await sign.open()
  const retired = new Set<RetiredRunner>()
  const sweep = singleSweep(sign, async (client) => {
    await giveBack(client, sign, retired)
    await releaseDead(client, sign, log)
  })
  // A sweep waits before it releases jobs; the state is published independently of it.
  const publication = singleSweep(sign, (client) => publish(client, options))
  sweep()
  publication()
  const timers = [setInterval(sweep, SWEEP_MS), setInterval(publication, PUBLISH_MS)]
  return {
    follow: (pool) => sign.add(pool),
    retire: (runner) => {
      retired.add(runner)
      sweep()
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await sign.close()
    },
  }
}

/** Returns a function that starts a sweep unless one is running. */
const singleSweep = (sign: LifeSign, work: (client: pg.Client) => Promise<unknown>) => {
  let isRunning = false
  return () => {
    const { client } = sign
    if (isRunning || !client) return
    isRunning = true
    work(client)
      // The connection is lost, or does not respond.
      .catch((error) => sign.renew(client, error))
      .finally(() => {
        isRunning = false
      })
  }
}

/** Lets `guildhall doctor` see when each runner looked for jobs: in the name of the connection, which ends with the process. */
const publish = (client: pg.Client, { name, state }: SweepOptions): Promise<unknown> => {
  const { age, free } = state()
  return client.query(
    `SELECT set_config('application_name', format('guildhall-worker-life %s free=%s look=%s', $1::text, $2::integer,
      floor(extract(epoch FROM now()) - $3::float)::bigint), false)`,
    [name, free, age],
  )
}

/**
 * Gives back the jobs of a retired runner. Its lock is kept until its jobs have ended: other processes must not take
 * them before.
 */
const giveBack = async (client: pg.Client, sign: LifeSign, retired: Set<RetiredRunner>): Promise<void> => {
  for (const runner of retired) {
    const jobs = runner.jobs()
    const { rowCount } = await client.query(GIVE_BACK, [runner.pool, jobs])
    if (rowCount !== 0) await client.query(WAKE_WORKERS)
    if (jobs.length > 0) continue
    retired.delete(runner)
    sign.remove(runner.pool)
    runner.onReleased()
  }
}

const releaseDead = async (client: pg.Client, sign: LifeSign, log: FastifyBaseLogger): Promise<void> => {
  const suspects = await findMissing(client)
  if (suspects.length === 0) return
  await pause(CONFIRM_MS, undefined, { ref: false })
  // After a loss of this connection the others may not have their locks again yet.
  if (client !== sign.client) return
  const dead = (await findMissing(client)).filter((worker) => suspects.includes(worker))
  if (dead.length === 0) return
  const { rows } = await client.query<{ job: string; task: string; deaths: number }>(RELEASE, [dead])
  await client.query(WAKE_WORKERS)
  for (const { job, task, deaths } of rows)
    log.error({ job, task, deaths }, 'a job is given up: each process that ran it was killed')
}

/** Finds the workers that have locked jobs and whose own lock is missing. */
const findMissing = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ worker: string }>(
    `SELECT DISTINCT locked_by AS worker FROM graphile_worker._private_jobs
     WHERE locked_at IS NOT NULL AND locked_by IS NOT NULL AND ${hasNoLife('locked_by')}`,
  )
  return rows.map(({ worker }) => worker)
}
