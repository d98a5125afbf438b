import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { OFFER_SEATS } from './enqueue-offers.service.ts'
import { offerSeats } from './offers.service.ts'

/** The tasks of waiting lists. */
export const waitingListTasks: Record<string, Task> = {
  [OFFER_SEATS]: async (context, payload) => {
    const { tenantId, eventId } = payload as { tenantId: number; eventId: number }
    await offerSeats(await systemScope(context, tenantId), eventId)
  },
}
