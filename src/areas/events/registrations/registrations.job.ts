import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { cancelOrdersOfEvent } from './event-cancellation/cancelled-events.service.ts'
import { CANCEL_EVENT } from './event-cancellation/event-cancellations.service.ts'
import { MAIL_EVENT_CHANGE, mailEventChange } from './mails/change-mails.service.ts'

/** The tasks of registrations. */
export const eventRegistrationTasks: Record<string, Task> = {
  [MAIL_EVENT_CHANGE]: async (context, payload) => {
    const { tenantId, eventId } = payload as { tenantId: number; eventId: number }
    await mailEventChange(await systemScope(context, tenantId), eventId)
  },
  [CANCEL_EVENT]: async (context, payload) => {
    const { tenantId, eventId } = payload as { tenantId: number; eventId: number }
    await cancelOrdersOfEvent(await systemScope(context, tenantId), eventId)
  },
}
