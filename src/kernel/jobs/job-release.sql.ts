import { Prisma } from '#prisma/client'

/** A job is set aside when this number of processes in a row was killed while they ran it. */
export const MAX_DEATHS = 5

/** The beginning of the last error of a job whose process was killed, with the number of such ends in a row. */
const DEATH = 'The process that ran this job was killed'

/** Wakes up the workers as the job library does for new jobs, because they look for jobs only once a second. */
export const WAKE_WORKERS = `SELECT pg_notify('jobs:insert', '{"r":0,"count":10}')`

/**
 * Unlocks the jobs of workers that are dead ($1). Their attempt does not count as a failure of the job, until it has ended
 * too many processes: it may be the cause. Returns the jobs that are set aside so.
 */
export const RELEASE = `
  WITH locked AS (
    SELECT id, 1 + coalesce(substring(last_error FROM '^${DEATH} \\((\\d+)\\)')::integer, 0) AS deaths
    FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL AND locked_by = ANY ($1::text[])
  ), released AS (
    UPDATE graphile_worker._private_jobs j SET locked_by = NULL, locked_at = NULL, updated_at = now(),
      last_error = format('${DEATH} (%s)', l.deaths),
      attempts = CASE WHEN l.deaths >= ${MAX_DEATHS} THEN j.max_attempts ELSE greatest(j.attempts - 1, 0) END
    FROM locked l WHERE j.id = l.id AND j.locked_by = ANY ($1::text[]) RETURNING j.id, j.task_id, l.deaths
  ), queues AS (
    UPDATE graphile_worker._private_job_queues SET locked_by = NULL, locked_at = NULL
    WHERE locked_at IS NOT NULL AND locked_by = ANY ($1::text[])
  )
  SELECT r.id::text AS job, t.identifier AS task, r.deaths FROM released r
  JOIN graphile_worker._private_tasks t ON t.id = r.task_id WHERE r.deaths >= ${MAX_DEATHS}`

/** Unlocks the jobs of a runner ($1) that it does not run: all except $2. */
export const GIVE_BACK = `
  WITH released AS (
    UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL, attempts = greatest(attempts - 1, 0)
    WHERE locked_at IS NOT NULL AND locked_by = $1 AND id <> ALL ($2::bigint[]) RETURNING id
  ), queues AS (
    UPDATE graphile_worker._private_job_queues q SET locked_by = NULL, locked_at = NULL
    WHERE locked_at IS NOT NULL AND locked_by = $1 AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs j
      WHERE j.job_queue_id = q.id AND j.locked_by = $1 AND j.id = ANY ($2::bigint[]))
  )
  SELECT id FROM released`

/** The condition of jobs that failed in all of their attempts, and that no later job with the same key has replaced. */
export const IS_GIVEN_UP = `attempts >= max_attempts AND locked_at IS NULL AND NOT coalesce(flags ? 'replaced', false)`

export const countGivenUpSql = Prisma.sql`
  SELECT count(*)::int AS value FROM graphile_worker._private_jobs WHERE ${Prisma.raw(IS_GIVEN_UP)}`

/** Deletes the due jobs of tasks that no worker of this release has and that no worker has run for a day. */
export const deleteUnknownSql = (tasks: readonly string[]): Prisma.Sql => Prisma.sql`
  WITH old AS MATERIALIZED (
    SELECT id, task_id FROM graphile_worker._private_jobs WHERE is_available AND run_at < now() - interval '1 day'
      AND updated_at < now() - interval '1 day'
    UNION ALL
    SELECT id, task_id FROM graphile_worker._private_jobs WHERE attempts >= max_attempts AND locked_at IS NULL
      AND run_at < now() - interval '1 day' AND updated_at < now() - interval '1 day'
  )
  DELETE FROM graphile_worker._private_jobs j USING old o, graphile_worker._private_tasks t
  WHERE j.id = o.id AND t.id = o.task_id AND t.identifier <> ALL (${tasks}::text[]) AND j.locked_at IS NULL
  RETURNING j.id::text AS job, t.identifier AS task`
