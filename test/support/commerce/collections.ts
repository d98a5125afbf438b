import { collectionTasks, paymentPlanDays } from '#areas/commerce/payment-plans/collections/collections.job'
import { COLLECT_PART } from '#areas/commerce/payment-plans/plans.model'
import { sealer } from '#kernel/crypto/seal'
import { systemScope } from '#kernel/outbox/deliver'
import { dayIn } from '#kernel/time/day'
import { runJobs } from '../jobs/run-jobs.ts'
import type { Steps } from '../people/memberships.ts'

const tasks = collectionTasks({ sealer: sealer(Buffer.alloc(32, 7)), processorUrl: '' })

/** The daily work of payment plans on the day of the clock, without its jobs. */
export const startPlanDay = async ({ server, caller, now }: Steps): Promise<void> => {
  const context = { database: server.database, clock: { now }, log: server.app.log }
  const scope = await systemScope(context, caller.tenant.id)
  const today = dayIn(scope.tenant.timeZone, now())
  await paymentPlanDays.run(scope, { since: today, today })
}

/** Runs the jobs that collect parts, also those that they add. */
export const runCollections = async ({ server, now }: Steps): Promise<void> => {
  const context = { database: server.database, clock: { now }, log: server.app.log }
  const collect = async (_: unknown, payload: unknown) => tasks[COLLECT_PART]?.(context, payload)
  for (let round = 0; round < 4; round++) await runJobs(server, COLLECT_PART, { [COLLECT_PART]: collect })
}

export const runPlanDay = async (steps: Steps): Promise<void> => {
  await startPlanDay(steps)
  await runCollections(steps)
}
