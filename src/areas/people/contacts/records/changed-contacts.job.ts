import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { markContactsModified } from './contact-rows.service.ts'

/** Puts contacts into the change feed again. */
export const markContactsChanged: Task = async (context, payload) => {
  const { tenantId, contactIds } = payload as { tenantId: number; contactIds: number[] }
  const scope = await systemScope(context, tenantId)
  await scope.db.transaction((tx) => markContactsModified(scope, tx, contactIds))
}
