import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { conflict } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { withRows } from '#kernel/tenancy/tenant-db'
import type { MigrationRun, PrismaClient } from '#prisma/client'
import { Prisma } from '#prisma/client'
import { MIGRATION_LOCK } from './migrations.ts'

export const MIGRATE_DATABASE = 'migrate_database'

/** Runs that are kept for the report and for support. */
const MAX_KEPT = 100

/** Returns 409 while another migration runs or waits. */
export const migrationRunning = () =>
  conflict(
    'migration-running',
    'Another migration runs or waits to run. Read GET /api/migration/report, and retry later.',
  )

/**
 * Queues a run for a worker. The lock excludes other requests, and shows that no process applies migrations at its start.
 *
 * @param requestedBy the tenant and the actor. @throws 409 `migration-running`.
 */
export const requestMigration = (system: PrismaClient, requestedBy: string): Promise<MigrationRun> =>
  system.$transaction(async (prisma) => {
    const tx = withRows(prisma)
    const [lock] = await tx.rows<{ isFree: boolean }>(
      Prisma.sql`SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS "isFree"`,
    )
    if (!lock?.isFree) throw migrationRunning()
    await settleDead(prisma)
    if ((await prisma.migrationRun.count({ where: { finishedAt: null } })) > 0) throw migrationRunning()
    const run = await prisma.migrationRun.create({ data: { requestedBy } })
    await prisma.migrationRun.deleteMany({ where: { id: { lte: run.id - MAX_KEPT } } })
    await enqueueJobs(tx, [{ name: MIGRATE_DATABASE, payload: { runId: run.id }, key: jobKeyOf(run.id) }])
    return run
  }, TRANSACTION_LIMITS)

const jobKeyOf = (runId: number | ''): string => `${MIGRATE_DATABASE}:${runId}`

/** The prefix that `enqueue_jobs` gives the keys of jobs without a tenant. */
const INSTALLATION = 'installation/'

/** Settles a run whose job no worker will try again: it would exclude all others forever. */
const settleDead = (tx: Pick<PrismaClient, '$executeRaw'>): Promise<number> =>
  tx.$executeRaw`
    UPDATE migration_run r SET state = 'failed', finished_at = clock_timestamp(),
      message = 'The workers that ran it ended before it was complete.'
    WHERE finished_at IS NULL AND NOT EXISTS (
      SELECT FROM graphile_worker.jobs j WHERE j.key = ${INSTALLATION + jobKeyOf('')} || r.id AND j.attempts < j.max_attempts)`

/** Marks a run as running. False if it has ended. */
export const beginMigration = async ({ migrationRun }: PrismaClient, id: number): Promise<boolean> => {
  const { count } = await migrationRun.updateMany({ where: { id, finishedAt: null }, data: { state: 'running' } })
  return count > 0
}

/** Ends a run. @param message why it failed; null if it did not. */
export const endMigration = async (system: PrismaClient, id: number, message: string | null): Promise<void> => {
  const state = message === null ? 'done' : 'failed'
  await system.$executeRaw`
    UPDATE migration_run SET state = ${state}, message = ${message}, finished_at = clock_timestamp()
    WHERE id = ${id} AND finished_at IS NULL`
}
