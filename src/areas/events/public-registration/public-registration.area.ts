import type { Area } from '#areas/area'
import { registrationLinkTasks } from './links/links.job.ts'
import { publicRegistration } from './public-registration.routes.ts'
import { eventOrderTasks, registrationTasks } from './registration.job.ts'
import { paidCartRejected } from './submission/cart-failures.model.ts'

export const publicRegistrationArea: Area = {
  routes: [publicRegistration],
  failures: [paidCartRejected],
  tasks: registrationTasks,
  linkTasks: registrationLinkTasks,
  outsideTasks: eventOrderTasks,
}
