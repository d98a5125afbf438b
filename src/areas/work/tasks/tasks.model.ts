import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { Prisma, TaskItem } from '#prisma/client'
import { USUAL_PRIORITY } from './task-values.ts'

/** What a save says of a task, days as YYYY-MM-DD; see TaskItem. */
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

/** A new task of which nothing is said. */
export const blankTask = (name: string, typeId: number): TaskFields => ({
  name,
  description: null,
  typeId,
  priorityId: USUAL_PRIORITY,
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

/** What differs, by field, as it is now. */
export const changesOf = (before: TaskFields | null, after: TaskFields): Prisma.InputJsonObject => {
  const changed = Object.entries(after).filter(([name, value]) => {
    const old = before?.[name as keyof TaskFields]
    return before ? old !== value : value !== null
  })
  return Object.fromEntries(changed)
}
