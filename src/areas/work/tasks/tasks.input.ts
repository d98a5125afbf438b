import type { TaskItemEditInput } from '#contract/work/tasks'
import { MAX_ID } from '#kernel/database/ids'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { Day } from '#kernel/time/calendar'
import { readName, readText } from './names.input.ts'
import { type Completion, readCompletion } from './saving/completion.ts'
import type { TaskFields } from './tasks.model.ts'

/** An id given as digits; 0 and blank mean none. Too many digits for an id name a record that nobody has. */
export const readId = (sent: string | null | undefined, current: number | null): number | null => {
  if (sent === undefined) return current
  return Math.min(Number(sent || 0), MAX_ID) || null
}

/**
 * What the input makes of a task: fields left out keep their value, null clears them.
 *
 * @param current the task as it stands; for a new one the blank it starts from.
 * @throws 422 name-needed, task-rule with every fault at once.
 */
export const readTask = (
  input: TaskItemEditInput,
  current: TaskFields,
  { today, isNew }: { today: Day; isNew: boolean },
): TaskFields => {
  const projectId = readId(input.ProjectId, current.projectId)
  const fields: TaskFields = {
    ...current,
    name: readName(input.Name, isNew ? undefined : current.name),
    description: readText(input.Description, current.description),
    priorityId: input.TaskPriorityId === undefined ? current.priorityId : Number(input.TaskPriorityId ?? 2),
    projectId,
    milestoneId: readMilestone(input, current, projectId),
    contactId: readId(input.ContactId, current.contactId),
    assigneeId: readId(input.AssignedToContactId, current.assigneeId),
    startDate: input.StartDate === undefined ? current.startDate : input.StartDate,
    dueDate: input.DueDate === undefined ? current.dueDate : input.DueDate,
    estimatedHours: readHours(input.EstimatedHours, current.estimatedHours),
    dependsOnId: readId(input.DependentOnTaskId, current.dependsOnId),
    infoJson: input.TaskItemInfoJson === undefined ? current.infoJson : input.TaskItemInfoJson || null,
    ...readCompletion(completionOf(input), current, today),
  }
  refuse(faultsOf(fields, input, today))
  return fields
}

/** The milestone belongs to the project: another project has others. */
const readMilestone = (
  { ProjectMilestoneId }: TaskItemEditInput,
  { milestoneId, projectId: before }: TaskFields,
  projectId: number | null,
): number | null => {
  const wanted = readId(ProjectMilestoneId, milestoneId)
  return projectId !== before && wanted === milestoneId ? null : wanted
}

const readHours = (sent: number | undefined, current: number): number =>
  sent === undefined ? current : Math.round(sent * 100) / 100

const completionOf = ({ IsComplete, PercentComplete, CompletedDate }: TaskItemEditInput): Completion => ({
  ...(IsComplete !== undefined && { isComplete: IsComplete }),
  ...(PercentComplete !== undefined && PercentComplete !== null && { percent: Number(PercentComplete) }),
  ...(CompletedDate && { completedOn: CompletedDate }),
})

const faultsOf = (fields: TaskFields, input: TaskItemEditInput, today: Day): FieldFault[] => {
  const faults: FieldFault[] = []
  const fault = (pointer: string, message: string) => void faults.push({ pointer, message })
  if (fields.startDate && fields.dueDate && fields.dueDate < fields.startDate)
    fault('/DueDate', 'must not be before StartDate')
  if (input.CompletedDate && input.CompletedDate > today) fault('/CompletedDate', 'must not be in the future')
  if (fields.milestoneId !== null && fields.projectId === null)
    fault('/ProjectMilestoneId', 'is a milestone of a project, and the task has none')
  if (input.TaskItemInfoJson && !isObjectText(input.TaskItemInfoJson))
    fault('/TaskItemInfoJson', 'must be the text of a JSON object')
  return faults
}

const isObjectText = (text: string): boolean => {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read)
  } catch {
    return false
  }
}

/** Throws the faults, where there are any. */
export const refuse = (errors: FieldFault[]): void => {
  if (errors.length > 0)
    throw ruleRefused('task-rule', 'The task does not fit together; see errors for each field.', errors)
}
