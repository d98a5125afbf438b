import type { TaskChildInput } from '#contract/work/tasks'
import type { FieldFault } from '#kernel/errors/problem'
import { parseName } from '#kernel/records/names'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Day } from '#kernel/time/calendar'
import type { TaskItem } from '#prisma/client'
import { parseCompletion, parseId, requireNoFaults } from '../tasks.input.ts'
import type { TaskFields } from '../tasks.model.ts'

export const subtaskPointer = (index: number | null, field: string): string => `/TaskItems/${index}/${field}`

/**
 * Rejects ids that do not belong to a subtask of the task, or that appear twice. Id 0 creates a subtask.
 *
 * @throws 422 unknown-reference.
 */
export const requireSubtaskIds = (inputs: readonly TaskChildInput[], subtasks: readonly TaskItem[]): void => {
  const known = new Set(subtasks.map(({ id }) => id))
  const faults = inputs.flatMap(({ TaskItemId: id }, index): FieldFault[] => {
    const pointer = subtaskPointer(index, 'TaskItemId')
    if (id === 0) return []
    if (!known.has(id)) return [referenceFault(pointer, 'subtask of the task')]
    const isRepeated = inputs.findIndex((other) => other.TaskItemId === id) < index
    return isRepeated ? [{ pointer, message: 'must not repeat the id of another subtask' }] : []
  })
  if (faults.length > 0) throw unknownReferences(faults)
}

/**
 * Parses a subtask. A field that is left out keeps its value.
 *
 * @param index of the subtask in the request.
 * @throws 422 name-needed, task-rule.
 */
export const parseSubtask = (
  { Name, AssignedToContactId, DueDate, IsComplete }: TaskChildInput,
  current: TaskFields,
  { index, today, isNew }: { index: number; today: Day; isNew: boolean },
): TaskFields => {
  const dueDate = DueDate === undefined ? current.dueDate : DueDate
  if (dueDate && current.startDate && dueDate < current.startDate)
    requireNoFaults([{ pointer: subtaskPointer(index, 'DueDate'), message: 'must not be before its StartDate' }])
  return {
    ...current,
    name: parseName(Name, isNew ? undefined : current.name, subtaskPointer(index, 'Name')),
    assigneeId: parseId(AssignedToContactId, current.assigneeId),
    dueDate,
    ...parseCompletion(IsComplete === undefined ? {} : { isComplete: IsComplete }, current, today),
  }
}
