import { setTimeout } from 'node:timers/promises'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ChapterAssignment } from '#prisma/client'
import { ASSIGN_POSTAL_CODES } from './assignments.job.ts'
import { getAssignment, hasEnded } from './assignments.queries.ts'
import { startRunSql } from './assignments.sql.ts'

/** The time that a response waits for the end of the job. */
const MAX_WAIT_MS = 20_000
const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = 500
/** The days that ended runs are kept. */
const KEPT_DAYS = 30

/** Starts an assignment, or joins the running one. Returns it when it has ended, or after `wait` milliseconds. */
export const assignByPostalCode = async (scope: Scope, wait = MAX_WAIT_MS): Promise<ChapterAssignment> => {
  const id = await startOrJoin(scope)
  const until = Date.now() + wait
  for (let pause = MIN_PAUSE_MS; Date.now() < until; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    if (await hasEnded(scope, id)) break
    await setTimeout(Math.min(pause, Math.max(0, until - Date.now())))
  }
  return getAssignment(scope, id)
}

/**
 * Returns the id of the run. Of two concurrent requests one starts it: the unique index decides. Joining enqueues the
 * job too, because it may have failed too often to be retried. While the job runs, a second one waits in its queue and
 * then finds nothing to do.
 */
const startOrJoin = (scope: Scope): Promise<string> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const assignmentId = (await startRun(scope, tx)) ?? (await latestRun(scope, tx))
    const payload = { tenantId, assignmentId }
    const key = `${ASSIGN_POSTAL_CODES}:${assignmentId}`
    const queue = `${ASSIGN_POSTAL_CODES}:${tenantId}`
    await enqueueJobs(tx, [{ name: ASSIGN_POSTAL_CODES, payload, key, queue }])
    return assignmentId
  })

/** Returns null if a run is running. */
const startRun = async ({ db: { tenantId }, clock }: Scope, tx: Transaction): Promise<string | null> => {
  const id = crypto.randomUUID()
  const now = clock.now()
  const started = await tx.rows(startRunSql({ tenantId, id }, now))
  if (started.length === 0) return null
  const expired = { lt: new Date(now.getTime() - KEPT_DAYS * 86_400_000) }
  await tx.chapterAssignment.deleteMany({ where: { tenantId, finishedAt: expired } })
  return id
}

/** Returns the running one, or the last one if it has just ended. */
const latestRun = async ({ db: { tenantId } }: Scope, tx: Transaction): Promise<string> => {
  const orderBy = [{ startedAt: 'desc' }, { id: 'desc' }] as const
  return (await tx.chapterAssignment.findFirstOrThrow({ where: { tenantId }, orderBy: [...orderBy] })).id
}
