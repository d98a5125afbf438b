import { setTimeout } from 'node:timers/promises'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type ChapterAssignment, Prisma } from '#prisma/client'
import { ASSIGN_POSTAL_CODES } from './assignments.job.ts'
import { getAssignment, hasEnded } from './assignments.queries.ts'

/** How long an answer waits for the end of the job. */
const LONGEST_WAIT_MS = 20_000
const FIRST_LOOK_MS = 50
const LONGEST_PAUSE_MS = 500
/** Ended runs are kept so long. */
const KEPT_DAYS = 30

/** Starts an assignment, or joins the one that runs, and answers it when it has ended or after `wait` milliseconds. */
export const assignByPostalCode = async (scope: Scope, wait = LONGEST_WAIT_MS): Promise<ChapterAssignment> => {
  const id = await startOrJoin(scope)
  const until = Date.now() + wait
  for (let pause = FIRST_LOOK_MS; Date.now() < until; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    if (await hasEnded(scope, id)) break
    await setTimeout(Math.min(pause, Math.max(0, until - Date.now())))
  }
  return getAssignment(scope, id)
}

/**
 * The id of the run. Of two who ask at once one starts it: the index on what runs decides. The job is asked for by those
 * who join, too: it may have failed too often to be tried again; where it runs, another one waits in its queue and then
 * finds nothing to do.
 */
const startOrJoin = (scope: Scope): Promise<string> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const assignmentId = (await start(scope, tx)) ?? (await latest(scope, tx))
    const payload = { tenantId, assignmentId }
    const [key, queue] = [`${ASSIGN_POSTAL_CODES}:${assignmentId}`, `${ASSIGN_POSTAL_CODES}:${tenantId}`]
    await enqueueJobs(tx, [{ name: ASSIGN_POSTAL_CODES, payload, key, queue }])
    return assignmentId
  })

/** Null where one runs. */
const start = async ({ db: { tenantId }, clock }: Scope, tx: Transaction): Promise<string | null> => {
  const [id, now] = [crypto.randomUUID(), clock.now()]
  const started = await tx.$executeRaw(Prisma.sql`INSERT INTO chapter_assignment (tenant_id, id, started_at)
    VALUES (${tenantId}::int, ${id}::uuid, ${now}::timestamptz)
    ON CONFLICT (tenant_id) WHERE status = 'running' DO NOTHING`)
  if (started === 0) return null
  const over = { lt: new Date(now.getTime() - KEPT_DAYS * 86_400_000) }
  await tx.chapterAssignment.deleteMany({ where: { tenantId, finishedAt: over } })
  return id
}

/** The one that runs, or, where it has ended this moment, just that one. */
const latest = async ({ db: { tenantId } }: Scope, tx: Transaction): Promise<string> => {
  const orderBy = [{ startedAt: 'desc' }, { id: 'desc' }] as const
  return (await tx.chapterAssignment.findFirstOrThrow({ where: { tenantId }, orderBy: [...orderBy] })).id
}
