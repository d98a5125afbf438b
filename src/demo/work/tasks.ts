import { saveTask } from '#areas/work/tasks/tasks.service'
import type { TaskItemEditInput } from '#contract/work/tasks'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import type { Cast } from './cast.ts'
import { idIn, NEW } from './saving.ts'
import { type DemoSubtask, type DemoTask, OFFICE_TASKS } from './task-list.ts'
import type { DemoTaskTypes } from './task-types.ts'

/** The records from which tasks are created. */
export interface TaskSources {
  cast: Cast
  types: DemoTaskTypes
  /** Today in the tenant's time zone; all days are counted from it. */
  today: Day
}

/** Creates the tasks of the office, which belong to no project. */
export const loadTasks = async (scope: Scope, sources: TaskSources): Promise<void> => {
  const ids = new Map<string, number>()
  for (const task of OFFICE_TASKS) {
    const on = task.after === undefined ? {} : { DependentOnTaskId: String(ids.get(task.after) ?? 0) }
    const saved = await saveTask(scope, 0, { ...taskOf(task, sources), ...on }, NEW)
    ids.set(task.name, idIn(saved, 'TaskItemId'))
  }
}

const taskOf = (task: DemoTask, sources: TaskSources): TaskItemEditInput => {
  const { cast, types, today } = sources
  const { name, description, kind, type, priority, who, about, start, due, done, percent, hours, subtasks } = task
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

const subtaskOf = ({ name, who, due, isDone }: DemoSubtask, { cast, today }: TaskSources) => ({
  TaskItemId: 0,
  Name: name,
  ...assigned(cast, who),
  DueDate: addDays(today, due),
  ...(isDone && { IsComplete: true }),
})

/** No assignee if the demonstration has no such member of the staff. */
const assigned = ({ staff }: Cast, who: number | undefined) => {
  const id = who === undefined ? undefined : staff[who]
  return id === undefined ? {} : { AssignedToContactId: String(id) }
}
