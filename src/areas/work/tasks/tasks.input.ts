import type { TaskItemEditInput } from '#contract/work/tasks'
import { MAX_ID } from '#kernel/database/ids'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { parseName, parseText } from '#kernel/records/names'
import type { Day } from '#kernel/time/calendar'
import { DEFAULT_PRIORITY, type TaskFields } from './tasks.model.ts'

/** Parses an id given as digits; 0 and blank are null. A number above the largest id becomes an id that no record has. */
export const parseId = (sent: string | null | undefined, current: number | null): number | null => {
  if (sent === undefined) return current
  return Math.min(Number(sent || 0), MAX_ID) || null
}

/**
 * Parses a task. A field that is left out keeps its value; null clears it.
 *
 * @param current the fields before the save; for a new task the defaults.
 * @throws 422 name-needed, task-rule with every fault at once.
 */
export const parseTask = (
  input: TaskItemEditInput,
  current: TaskFields,
  { today, isNew }: { today: Day; isNew: boolean },
): TaskFields => {
  const projectId = parseId(input.ProjectId, current.projectId)
  const fields: TaskFields = {
    ...current,
    name: parseName(input.Name, isNew ? undefined : current.name),
    description: parseText(input.Description, current.description),
    priorityId:
      input.TaskPriorityId === undefined ? current.priorityId : Number(input.TaskPriorityId ?? DEFAULT_PRIORITY),
    projectId,
    milestoneId: parseMilestone(input, current, projectId),
    contactId: parseId(input.ContactId, current.contactId),
    assigneeId: parseId(input.AssignedToContactId, current.assigneeId),
    startDate: input.StartDate === undefined ? current.startDate : input.StartDate,
    dueDate: input.DueDate === undefined ? current.dueDate : input.DueDate,
    estimatedHours: parseHours(input.EstimatedHours, current.estimatedHours),
    dependsOnId: parseId(input.DependentOnTaskId, current.dependsOnId),
    infoJson: input.TaskItemInfoJson === undefined ? current.infoJson : input.TaskItemInfoJson || null,
    ...parseCompletion(completionOf(input), current, today),
  }
  requireNoFaults(faultsOf(fields, input, today))
  return fields
}

/**
 * Parses the milestone. Without a new one, a task that moves to another project loses its milestone, which belongs to
 * the old one.
 */
const parseMilestone = (
  { ProjectMilestoneId }: TaskItemEditInput,
  { milestoneId, projectId: before }: TaskFields,
  projectId: number | null,
): number | null => {
  const wanted = parseId(ProjectMilestoneId, milestoneId)
  return projectId !== before && wanted === milestoneId ? null : wanted
}

const parseHours = (sent: number | undefined, current: number): number =>
  sent === undefined ? current : Math.round(sent * 100) / 100

/** The fields of a request that concern the completion of a task. */
interface Completion {
  isComplete?: boolean
  percent?: number
  completedOn?: Day
}

const completionOf = ({ IsComplete, PercentComplete, CompletedDate }: TaskItemEditInput): Completion => ({
  ...(IsComplete !== undefined && { isComplete: IsComplete }),
  ...(PercentComplete !== undefined && PercentComplete !== null && { percent: Number(PercentComplete) }),
  ...(CompletedDate && { completedOn: CompletedDate }),
})

/**
 * Parses the completion of a task. IsComplete and PercentComplete express the same fact: the one that differs from the
 * stored task decides, so that a caller can read a task, change one of the two and save it. A completion date of an open
 * task is ignored.
 */
export const parseCompletion = (
  { isComplete, percent, completedOn }: Completion,
  current: Pick<TaskFields, 'completedOn' | 'percent'>,
  today: Day,
): Pick<TaskFields, 'completedOn' | 'percent'> => {
  const wasComplete = current.completedOn !== null
  const staysComplete = wasComplete && isComplete !== false && (percent === undefined || percent === 100)
  const becomesComplete = !wasComplete && (isComplete === true || percent === 100)
  if (staysComplete || becomesComplete)
    return { completedOn: completedOn ?? current.completedOn ?? today, percent: 100 }
  const openPercent = percent === 100 ? undefined : percent
  return { completedOn: null, percent: openPercent ?? (wasComplete ? 0 : current.percent) }
}

/**
 * Parses the input of a task that is a subtask: its project and contact are those of its parent, and it cannot have
 * subtasks.
 *
 * @throws 422 task-rule.
 */
export const parseSubtaskEdit = (input: TaskItemEditInput, { projectId, contactId }: TaskFields): TaskItemEditInput => {
  const { ProjectId: _project, ContactId: _contact, TaskItems, ...rest } = input
  const message = 'must be that of the parent task'
  requireNoFaults([
    ...(parseId(input.ProjectId, projectId) === projectId ? [] : [{ pointer: '/ProjectId', message }]),
    ...(parseId(input.ContactId, contactId) === contactId ? [] : [{ pointer: '/ContactId', message }]),
    ...(TaskItems?.length ? [{ pointer: '/TaskItems', message: 'must be empty for a subtask' }] : []),
  ])
  return rest
}

const faultsOf = (fields: TaskFields, input: TaskItemEditInput, today: Day): FieldFault[] => {
  const faults: FieldFault[] = []
  const addFault = (pointer: string, message: string) => void faults.push({ pointer, message })
  if (fields.startDate && fields.dueDate && fields.dueDate < fields.startDate)
    addFault('/DueDate', 'must not be before StartDate')
  if (input.CompletedDate && input.CompletedDate > today) addFault('/CompletedDate', 'must not be in the future')
  if (fields.milestoneId !== null && fields.projectId === null)
    addFault('/ProjectMilestoneId', 'must be empty for a task without a project')
  if (input.TaskItemInfoJson && !isObjectText(input.TaskItemInfoJson))
    addFault('/TaskItemInfoJson', 'must be the text of a JSON object')
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

/** @throws 422 task-rule with the faults, if there are any. */
export const requireNoFaults = (errors: FieldFault[]): void => {
  if (errors.length > 0) throw ruleRefused('task-rule', 'Some fields are not valid. See errors for each field.', errors)
}
