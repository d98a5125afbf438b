import { enqueueJobs } from '#kernel/jobs/enqueue'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import type { TestApp, TestCaller } from '../build-app.ts'

/**
 * Adds a job of a tenant and returns its id.
 * @param failure sets its attempts and the text of its last error.
 * @param record the record that it works on: `{ messageId: 7 }`.
 */
export const addJob = async (
  { database, app }: TestApp,
  { tenant }: TestCaller,
  key: string,
  failure?: { attempts: number; error: string },
  record: Record<string, number> = {},
): Promise<number> => {
  const scope = await systemScope({ database, clock: systemClock, log: app.log }, tenant.id)
  const runAt = new Date(Date.now() + 3_600_000)
  const job = { name: 'test_job', payload: { tenantId: tenant.id, key, ...record }, key, runAt, attempts: 5 }
  await scope.db.transaction((tx) => enqueueJobs(tx, [job]))
  const [row] = await database.system.$queryRaw<{ id: number }[]>`
    UPDATE graphile_worker._private_jobs SET attempts = ${failure?.attempts ?? 0}, last_error = ${failure?.error ?? null}
    WHERE payload ->> 'tenantId' = ${String(tenant.id)} AND payload ->> 'key' = ${key} RETURNING id`
  return Number(row?.id)
}
