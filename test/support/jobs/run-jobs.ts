import { tasks as areaTasks, fileTasks, linkTasks, outsideTasks } from '#areas/joined'
import { sealer } from '#kernel/crypto/seal'
import type { Task } from '#kernel/jobs/task'
import { type Clock, systemClock } from '#kernel/time/clock'
import { memberLinkTasks } from '#services/identity/members/member-links'
import { migrationTasks } from '#services/migrations/migrate-database'
import { ownMigrations } from '#src/installation/migrations/migrations'
import type { TestApp } from '../build-app.ts'
import { ownerPool } from '../database/owner-pool.ts'

/** The origin of links in mails. */
export const ORIGIN = 'https://members.example.org'

const testSealer = sealer(Buffer.alloc(32, 7))

/** Runs the waiting jobs of a kind, as the worker does. @param others tasks that take the place of the usual ones */
export const runJobs = (server: TestApp, task: string, others: Record<string, Task> = {}): Promise<void> =>
  perform(server, task, { others, clock: systemClock })

/** Runs the waiting jobs of some kinds, one kind after the other, at a time. */
export const runJobsAt = async (server: TestApp, now: () => Date, ...kinds: string[]): Promise<void> => {
  for (const kind of kinds) await perform(server, kind, { others: {}, clock: { now } })
}

const perform = async (
  server: TestApp,
  task: string,
  { others, clock }: { others: Record<string, Task>; clock: Clock },
): Promise<void> => {
  const tasks = {
    ...areaTasks,
    ...linkTasks(ORIGIN),
    ...memberLinkTasks(ORIGIN),
    ...fileTasks(server.app.files),
    ...migrationTasks(ownMigrations()),
  }
  const { files, outbound, connectorConfig } = server.app
  const waiting = outsideTasks({ sealer: testSealer, processorUrl: '', files, outbound, connectorConfig })
  const context = { database: server.database, clock, log: server.app.log }
  // The product has no access to the tables of jobs.
  const admin = ownerPool(server.url)
  const { rows } = await admin.query<{ id: string; payload: unknown }>(
    `select j.id, j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 order by j.id`,
    [task],
  )
  for (const { id, payload } of rows) {
    await { ...tasks, ...waiting, ...others }[task]?.(context, payload)
    await admin.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id])
  }
}
