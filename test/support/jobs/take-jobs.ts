import type { Task } from '#kernel/jobs/task'
import type { WorkContext } from '#kernel/outbox/deliver'
import { ownerPool } from '../database/owner-pool.ts'

/** Runs the waiting jobs of these tasks once, in order, and removes the others. Returns the number of jobs that ran. */
export const takeJobs = async (
  url: string,
  tasks: Readonly<Record<string, Task>>,
  context: WorkContext,
): Promise<number> => {
  // The product has no access to the tables of jobs.
  const admin = ownerPool(url)
  const { rows } = await admin.query<{ id: string; identifier: string; payload: unknown }>(
    `select j.id, t.identifier, j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
  )
  let run = 0
  for (const { id, identifier, payload } of rows) {
    await admin.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id])
    if (!Object.hasOwn(tasks, identifier)) continue
    await tasks[identifier]?.(context, payload)
    run++
  }
  return run
}
