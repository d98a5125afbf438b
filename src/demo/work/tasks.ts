import { saveTask } from '#areas/work/tasks/tasks.service'
import type { TaskItemEditInput } from '#contract/work/tasks'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import type { Cast } from './cast.ts'
import { idIn, NEW } from './saving.ts'
import { OFFICE_TASKS, type WantedSubtask, type WantedTask } from './task-list.ts'
import type { DemoTaskTypes } from './task-types.ts'

/** What tasks are made from. */
export interface TaskSources {
  cast: Cast
  types: DemoTaskTypes
  /** The tenant's, which all days are counted from. */
  today: Day
}

/** The tasks of the office, outside of any project. */
export const loadTasks = async (scope: Scope, sources: TaskSources): Promise<void> => {
  const ids = new Map<string, number>()
  for (const wanted of OFFICE_TASKS) {
    const on = wanted.after === undefined ? {} : { DependentOnTaskId: String(ids.get(wanted.after) ?? 0) }
    const saved = await saveTask(scope, 0, { ...taskOf(wanted, sources), ...on }, NEW)
    ids.set(wanted.name, idIn(saved, 'TaskItemId'))
  }
}

const taskOf = (wanted: WantedTask, sources: TaskSources): TaskItemEditInput => {
  const { cast, types, today } = sources
  const { name, description, kind, type, priority, who, about, start, due, done, percent, hours, subtasks } = wanted
  const contactId = about && cast[about[0]][about[1]]
  return {
    Name: name,
    ...(description && { Description: description }),
    ...(kind && { SystemTaskTypeId: kind }),
    ...(type && { TaskTypeId: String(types[type]) }),
    ...(priority && { TaskPriorityId: priority }),
    ...assigned(cast, who),
    ...(contactId !== undefined && { ContactId: String(contactId) }),
    ...(start !== undefined && { StartDate: addDays(today, start) }),
    ...(due !== undefined && { DueDate: addDays(today, due) }),
    ...(done !== undefined && { IsComplete: true, CompletedDate: addDays(today, done) }),
    ...(percent && { PercentComplete: percent }),
    ...(hours && { EstimatedHours: hours }),
    ...(subtasks && { TaskItems: subtasks.map((subtask) => subtaskOf(subtask, sources)) }),
  }
}

const subtaskOf = ({ name, who, due, isDone }: WantedSubtask, { cast, today }: TaskSources) => ({
  TaskItemId: 0,
  Name: name,
  ...assigned(cast, who),
  DueDate: addDays(today, due),
  ...(isDone && { IsComplete: true }),
})

/** Nobody where that member of the staff is gone. */
const assigned = ({ staff }: Cast, who: number | undefined) => {
  const id = who === undefined ? undefined : staff[who]
  return id === undefined ? {} : { AssignedToContactId: String(id) }
}
