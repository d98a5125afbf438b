import type { Area } from '#areas/area'
import { registrationLinkTasks } from './links/links.job.ts'
import { publicRegistration } from './public-registration.routes.ts'
import { paidCartRejected } from './refusals.model.ts'
import { eventOrderTasks, registrationTasks } from './registration.job.ts'

export const publicRegistrationArea: Area = {
  routes: [publicRegistration],
  failures: [paidCartRejected],
  tasks: registrationTasks,
  linkTasks: registrationLinkTasks,
  outsideTasks: eventOrderTasks,
}
