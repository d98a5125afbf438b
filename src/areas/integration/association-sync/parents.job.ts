import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { JOIN_PARENT, joinWaiting } from './parents.service.ts'

/** Connects contacts that waited for their parent, a batch per transaction; further batches are further jobs. */
const joinParents: Task = async (context, payload) => {
  const { tenantId, nationalId } = payload as { tenantId: number; nationalId: number }
  const scope = await systemScope(context, tenantId)
  await scope.db.transaction((tx) => joinWaiting(scope, tx, nationalId))
}

export const parentTasks: Record<string, Task> = { [JOIN_PARENT]: joinParents }
