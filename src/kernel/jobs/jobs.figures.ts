import type { Figure } from '../metrics/figure.ts'
import { withRows } from '../tenancy/tenant-db.ts'
import { countGivenUpSql } from './job-release.sql.ts'

/** The jobs that failed in all of their attempts. They stay in the table until an operator runs or deletes them. */
export const givenUpJobsFigure: Figure = {
  name: 'jobs_given_up',
  help: 'Jobs that failed in all of their attempts, are not run again, and were not replaced by a later job with their key.',
  read: (system) => withRows(system).rows<{ value: number }>(countGivenUpSql),
}
