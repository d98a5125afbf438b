import type { Figure } from '../metrics/figure.ts'

/** The jobs that failed in all of their attempts. They stay in the table until an operator runs or deletes them. */
export const givenUpJobsFigure: Figure = {
  name: 'jobs_given_up',
  help: 'Jobs that failed in all of their attempts and are not run again.',
  read: (system) =>
    system.$queryRaw<{ value: number }[]>`
      SELECT count(*)::int AS value FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL`,
}
