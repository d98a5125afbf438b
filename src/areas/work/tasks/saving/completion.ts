import type { Day } from '#kernel/time/calendar'
import type { TaskFields } from '../tasks.model.ts'

/** What a save says of how far a task is; absent: nothing. */
export interface Completion {
  isComplete?: boolean
  percent?: number
  completedOn?: Day
}

/**
 * How far the task is then. IsComplete and PercentComplete say the same thing twice: what differs from how the task
 * stands is what is meant, so that a task can be read, changed in one of them and saved. A day of completion that comes
 * with an open task means nothing.
 */
export const readCompletion = (
  { isComplete, percent, completedOn }: Completion,
  current: Pick<TaskFields, 'completedOn' | 'percent'>,
  today: Day,
): Pick<TaskFields, 'completedOn' | 'percent'> => {
  const wasComplete = current.completedOn !== null
  const stays = wasComplete ? isComplete !== false && (percent === undefined || percent === 100) : false
  const becomes = !wasComplete && (isComplete === true || percent === 100)
  if (stays || becomes) return { completedOn: completedOn ?? current.completedOn ?? today, percent: 100 }
  const said = percent === 100 ? undefined : percent
  return { completedOn: null, percent: said ?? (wasComplete ? 0 : current.percent) }
}
