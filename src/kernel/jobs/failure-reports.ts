import type { SqlRunner } from '../database/sql-runner.ts'
import type { Scope } from '../tenancy/scope.ts'

export interface FailedMail {
  id: number
  templateKey: string
  contactId: number | null
  /** May contain the address. */
  reason: string
}

/** A job of a tenant that failed in all of its attempts. */
export interface GivenUpJob {
  id: string
  task: string
  attempts: number
}

/** Reports failures of the kernel to the staff of the tenant, in the transaction that settles them. An area does it. */
export interface FailureReports {
  /** @param isRepeatable whether the mails can have been reported before: a job of an earlier transaction reports them. */
  mailsFailed(
    scope: Scope,
    tx: SqlRunner,
    mails: readonly FailedMail[],
    options?: { isRepeatable: boolean },
  ): Promise<void>
  jobGivenUp(scope: Scope, tx: SqlRunner, job: GivenUpJob): Promise<void>
}
