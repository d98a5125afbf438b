import type { Area } from '#areas/area'
import { registrationFollowers } from '#areas/events/registrations/registration-followers.service'
import { addTo } from '#kernel/registers/register'
import { enqueueOffers } from './enqueue-offers.service.ts'
import { waitingListTasks } from './waiting-list.job.ts'

export const waitingListArea: Area = {
  tasks: waitingListTasks,
  additions: [addTo(registrationFollowers, { offerSeats: enqueueOffers })],
}
