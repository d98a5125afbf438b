import { conflict, notFound } from '#kernel/errors/problem'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import { retryJobSql } from './jobs.sql.ts'

/** A background job as a record of the history. It has no versions. */
const JOB = { entity: 'job' }

/** Makes a failed job of the tenant due now, with its attempts counted from 0. @throws 404, 409 `job-not-failed`. */
export const retryJob = (scope: Scope, jobId: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const [row] = await tx.rows<{ result: string }>(retryJobSql(scope.db.tenantId, jobId))
    if (row?.result === 'missing') throw notFound('job')
    if (row?.result !== 'retried') throw conflict('job-not-failed', 'The job runs now, or has not failed.')
    await recordChange(
      scope,
      tx,
      changeOf(JOB, { id: jobId, auditId: 0 }, 'updated', { changes: { State: 'waiting' } }),
    )
  })
