import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import type { ProcessorTools } from '../processors.service.ts'
import { ABANDON_ATTEMPT, cancelAbandoned } from './attempts.service.ts'

/** Returns the tasks of attempts to pay, which wait for the processor. */
export const attemptTasks = (tools: ProcessorTools): Record<string, Task> => {
  const abandon: Task = async (context, payload) => {
    const { tenantId, requestKey } = payload as { tenantId: number; requestKey: string }
    await cancelAbandoned(await systemScope(context, tenantId), tools, requestKey)
  }
  // Jobs from before the rename have the second name.
  return { [ABANDON_ATTEMPT]: abandon, abandon_store_checkout: abandon }
}
