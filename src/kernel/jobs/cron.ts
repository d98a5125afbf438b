import type { Task } from './task.ts'

/** Work driven by time. With several workers each run happens once. */
export interface CronTask {
  readonly name: string
  /** Five fields, UTC: minute, hour, day of month, month, day of week. */
  readonly at: string
  readonly task: Task
}

/** Writes graphile-worker's crontab text. A run that was missed while no worker ran is made up for within a day. */
export const writeCrontab = (tasks: readonly CronTask[]): string =>
  tasks.map(({ name, at }) => `${at} ${name} ?fill=1d&jobKey=cron:${name}&max=3`).join('\n')
