import type { Area } from '#areas/area'
import { registrationFollowers } from '#areas/events/registrations/registration-changes.service'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { addTo } from '#kernel/registers/register'
import { enqueueOffers, OFFER_SEATS, offerSeats } from './offers.service.ts'

const waitingListTasks: Record<string, Task> = {
  [OFFER_SEATS]: async (context, payload) => {
    const { tenantId, eventId } = payload as { tenantId: number; eventId: number }
    await offerSeats(await systemScope(context, tenantId), eventId)
  },
}

export const waitingListArea: Area = {
  tasks: waitingListTasks,
  additions: [addTo(registrationFollowers, { offerSeats: enqueueOffers })],
}
