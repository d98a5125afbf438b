import type { Area } from '#areas/area'
import { waitingListTasks } from './waiting-list.job.ts'

export const waitingListArea: Area = {
  tasks: waitingListTasks,
}
