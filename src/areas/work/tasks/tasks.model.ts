import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { TaskItem } from '#prisma/client'

/** The system's kinds of tasks. A tenant can rename its types, but each type has one of these kinds. */
export const TASK_KINDS = [
  { id: 1, name: 'To do' },
  { id: 2, name: 'Call' },
  { id: 3, name: 'Meeting' },
  { id: 4, name: 'Email' },
  { id: 5, name: 'Follow-up' },
] as const

export const TODO = 1
export const FOLLOW_UP = 5

export const TASK_PRIORITIES = [
  { id: 1, name: 'Low', color: '#8a8f98' },
  { id: 2, name: 'Medium', color: '#2f6fde' },
  { id: 3, name: 'High', color: '#d97706' },
  { id: 4, name: 'Urgent', color: '#c81e1e' },
] as const

export const DEFAULT_PRIORITY = 2

/** The fields of a task that a save can set. Days are YYYY-MM-DD. */
export interface TaskFields {
  name: string
  description: string | null
  typeId: number
  priorityId: number
  projectId: number | null
  milestoneId: number | null
  contactId: number | null
  assigneeId: number | null
  startDate: Day | null
  dueDate: Day | null
  estimatedHours: number
  dependsOnId: number | null
  completedOn: Day | null
  percent: number
  infoJson: string | null
}

/** A change of one task: `before` is null for a created task, `after` for a deleted one. */
export interface TaskChange {
  id: number
  /** The version that the change made. */
  auditId: number
  before: TaskFields | null
  after: TaskFields | null
  parentId?: number | null
}

/** Returns the fields of a new task before any input. */
export const makeDefaultTask = (name: string, typeId: number): TaskFields => ({
  name,
  description: null,
  typeId,
  priorityId: DEFAULT_PRIORITY,
  projectId: null,
  milestoneId: null,
  contactId: null,
  assigneeId: null,
  startDate: null,
  dueDate: null,
  estimatedHours: 0,
  dependsOnId: null,
  completedOn: null,
  percent: 0,
  infoJson: null,
})

const dayOrNull = (date: Date | null): Day | null => date && dayOf(date)

export const fieldsOf = (task: TaskItem): TaskFields => ({
  name: task.name,
  description: task.description,
  typeId: task.typeId,
  priorityId: task.priorityId,
  projectId: task.projectId,
  milestoneId: task.milestoneId,
  contactId: task.contactId,
  assigneeId: task.assigneeId,
  startDate: dayOrNull(task.startDate),
  dueDate: dayOrNull(task.dueDate),
  estimatedHours: Number(task.estimatedHours),
  dependsOnId: task.dependsOnId,
  completedOn: dayOrNull(task.completedOn),
  percent: task.percent,
  infoJson: task.infoJson,
})

/** Describes the change of an existing task. */
export const updateOf = (
  task: TaskItem,
  after: TaskFields,
): TaskChange & { before: TaskFields; after: TaskFields } => ({
  id: task.id,
  auditId: task.auditId + 1,
  before: fieldsOf(task),
  after,
  parentId: task.parentId,
})
