import type pg from 'pg'
import type { Config } from '#kernel/config/settings'
import { IS_GIVEN_UP } from '#kernel/jobs/job-release.sql'
import { checked, type Finding, ok, warn } from './finding.ts'

interface WorkFacts {
  /** Seconds since a worker ran a scheduled task; null: never. */
  workerAge: number | null
  waiting: number
  outboxAge: number | null
  due: number
  jobAge: number | null
  /** The failed jobs that are tried again, by task: `send_mail (2), deliver_event (1)`; null for none. */
  retrying: string | null
  /** The jobs that failed in all of their attempts and were not replaced, in the same form. */
  givenUp: string | null
}

/** @param condition of the jobs @param name of the column */
const byTask = (condition: string, name: string): string =>
  `(SELECT string_agg(task || ' (' || number || ')', ', ' ORDER BY number DESC, task) FROM (
      SELECT (SELECT identifier FROM graphile_worker._private_tasks t WHERE t.id = task_id) AS task, count(*) AS number
      FROM graphile_worker._private_jobs WHERE ${condition} GROUP BY 1) t) AS "${name}"`

const FACTS = `
  SELECT (SELECT extract(epoch FROM now() - max(last_execution))::float FROM graphile_worker._private_known_crontabs) AS "workerAge",
    (SELECT count(*)::int FROM outbox_event WHERE dispatched_at IS NULL) AS waiting,
    (SELECT extract(epoch FROM now() - min(occurred_at))::float FROM outbox_event WHERE dispatched_at IS NULL) AS "outboxAge",
    count(*)::int AS due, extract(epoch FROM now() - min(run_at))::float AS "jobAge",
    ${byTask('last_error IS NOT NULL AND attempts < max_attempts', 'retrying')},
    ${byTask(IS_GIVEN_UP, 'givenUp')}
  FROM graphile_worker._private_jobs WHERE is_available AND run_at < now()`

/** The job runners of all processes, from the names of their connections (kernel/jobs/dead-workers.ts). */
const RUNNERS = `
  SELECT name, free, extract(epoch FROM now())::float - look AS age
  FROM pg_stat_activity CROSS JOIN LATERAL (SELECT substring(application_name FROM 'life (\\w+) ') AS name,
    substring(application_name FROM ' free=(\\d+)')::int AS free, substring(application_name FROM ' look=(\\d+)')::float AS look) s
  WHERE datname = current_database() AND application_name LIKE 'guildhall-worker-life % look=%'
  ORDER BY age DESC`

interface RunnerFacts {
  name: string
  /** Its workers that run no job. */
  free: number
  /** Seconds since it looked for jobs. */
  age: number
}

/** A runner looks for jobs every second, and shows it every 2 seconds. */
const LOOK_SECONDS = 60

/** Scheduled tasks run every minute. */
const WORKER_SECONDS = 180
const LATE_SECONDS = 300

/** Checks that workers run, and how long events and jobs have waited. @param system a connection that sees all tenants */
export const checkWork = (system: pg.Client, config: Config): Promise<Finding[]> =>
  checked('workers', async () => {
    const { rows } = await system.query<WorkFacts>(FACTS)
    const { workerAge, waiting, outboxAge, due, jobAge, retrying, givenUp } = rows[0] as WorkFacts
    return [
      workerFinding(workerAge, config),
      ...runnerFindings((await system.query<RunnerFacts>(RUNNERS)).rows),
      lateness('events', 'wait for a worker', waiting, outboxAge),
      lateness('jobs', 'are due', due, jobAge),
      ...failures('Failed and tried again', retrying, 'The log of the workers contains the errors: "a job failed". '),
      ...failures('Failed in all of their attempts', givenUp, ''),
    ]
  })

const failures = (what: string, jobs: string | null, advice: string): Finding[] =>
  jobs === null
    ? []
    : [
        warn(
          'jobs',
          `${what}: ${jobs}.`,
          `${advice}docs/operators.md, "Health and metrics", shows how to list them and run them again.`,
        ),
      ]

const workerFinding = (age: number | null, { role }: Config): Finding => {
  const advice = role === 'web' ? 'Start a process with GUILDHALL_ROLE=worker.' : 'Start the server.'
  if (age === null) return warn('workers', 'No worker has ever run scheduled work.', advice)
  const text = `A worker ran scheduled work ${duration(age)} ago.`
  return age > WORKER_SECONDS ? warn('workers', text, advice) : ok('workers', text)
}

const runnerFindings = (runners: readonly RunnerFacts[]): Finding[] => {
  const late = runners.filter(({ free, age }) => free > 0 && age > LOOK_SECONDS)
  if (late.length === 0)
    return runners.length === 0 ? [] : [ok('runners', `${runners.length} job runners look for jobs.`)]
  return late.map(({ name, age }) =>
    warn(
      'runners',
      `The job runner "${name}" of a process has not looked for jobs for ${duration(age)}.`,
      'Look at the log of the workers, and restart the process whose metric job_runner_last_look_seconds is high.',
    ),
  )
}

const lateness = (subject: string, verb: string, count: number, age: number | null): Finding => {
  if (count === 0 || age === null) return ok(subject, 'None waits.')
  const text = `${count} ${verb}, the oldest for ${duration(age)}.`
  return age > LATE_SECONDS
    ? warn(subject, text, 'Start a worker, or look at the log of those that run.')
    : ok(subject, text)
}

const duration = (seconds: number): string => {
  if (seconds < 120) return `${Math.max(0, Math.round(seconds))} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
