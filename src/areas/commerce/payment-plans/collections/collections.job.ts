import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import type { Task } from '#kernel/jobs/task'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { systemScope } from '#kernel/outbox/deliver'
import { COLLECT_PART } from '../plans.model.ts'
import { performCollection, startCollections } from './collections.service.ts'
import { announceParts } from './notices.service.ts'

/** Starts to collect the parts that are due, and announces those that are due soon. */
export const paymentPlanDays: NewDayWork = {
  name: 'payment_plans',
  run: async (scope, { today }) => {
    await startCollections(scope)
    await announceParts(scope, today)
  },
}

/** Returns the task that collects a part, which waits for the payment processor. */
export const collectionTasks = (tools: ProcessorTools): Record<string, Task> => ({
  [COLLECT_PART]: async (context, payload) => {
    const { tenantId, collectionId } = payload as { tenantId: number; collectionId: string }
    await performCollection(await systemScope(context, tenantId), tools, Number(collectionId))
  },
})
