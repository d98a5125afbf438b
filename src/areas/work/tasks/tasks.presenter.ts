import type { TaskFilterInput, TaskItemEdit } from '#contract/work/tasks'
import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import { escapeHtml } from '#services/html/escape-html'
import { DEFAULT_PRIORITY, TASK_PRIORITIES, TODO } from './tasks.model.ts'
import type { NewTask, TooltipTask } from './tasks.queries.ts'

/** The tasks that a list contains: those of the tenant, of a calendar's window, or of the project of the path. */
export type TaskListKind = 'all' | 'calendar' | 'project'

/** Fields that select rows of the list rather than tasks, and fields that are ignored. */
const NO_CRITERIA = ['Top', 'Take', 'Skip', 'OrderBy', 'Criteria', 'TenantId']
const WINDOW = ['CalendarStartDate', 'CalendarEndDate']
const SKIPPED: Record<TaskListKind, ReadonlySet<string>> = {
  all: new Set([...NO_CRITERIA, ...WINDOW]),
  calendar: new Set(NO_CRITERIA),
  project: new Set([...NO_CRITERIA, ...WINDOW, 'ProjectId']),
}

/** Presents the CriteriaItems of a list: the fields of the filter that restrict it, with their values as sent. */
export const presentCriteria = (filter: TaskFilterInput, kind: TaskListKind): { Name: string; Value: string }[] =>
  Object.entries(filter)
    .filter(([name, value]) => !SKIPPED[kind].has(name) && isRestricting(name, value))
    .map(([Name, value]) => ({ Name, Value: String(value) }))

/** Returns whether a value restricts: blank texts, ranges that are open at both ends, false and 0 restrict nothing. */
const isRestricting = (name: string, value: unknown): boolean => {
  if (typeof value !== 'string') return Boolean(value)
  return (name.endsWith('Between') ? /[^\s,]/ : /\S/).test(value)
}

/** Presents a task that is not saved yet. */
export const presentNewTask = ({ type, project, contact }: NewTask): TaskItemEdit => ({
  TaskItemId: 0,
  AuditId: 0,
  AssignedToContactId: null,
  Name: null,
  AuditInfo: { CreatedDate: null, CreatedBy: null, ModifiedDate: null, ModifiedBy: null },
  TaskTypeId: type && String(type.id),
  TaskPriorityId: String(DEFAULT_PRIORITY) as '2',
  ProjectName: project?.name ?? null,
  ProjectMilestoneId: null,
  Contact: contact?.displayName ?? null,
  ProjectId: project && String(project.id),
  Description: null,
  TaskItems: [],
  SystemTaskTypeId: String(TODO) as '1',
  StartDate: null,
  DueDate: null,
  EstimatedHours: 0,
  DependentOnTaskId: null,
  IsComplete: false,
  CompletedDate: null,
  PercentComplete: '0',
  ContactId: contact && String(contact.id),
  TaskItemInfoJson: null,
  TaskData: {
    IsOverdue: false,
    ParentTaskItemId: null,
    OpenTaskItemCount: 0,
    AssignedToContact: null,
    MilestoneName: null,
    EventId: null,
    EventName: null,
  },
})

/** Presents a short card in HTML. Everything that users wrote is escaped. */
export const presentTooltip = (task: TooltipTask, today: Day): string => {
  const { contact, assignee, project } = task
  const lines = [
    summaryOf(task, today),
    contact?.deletedAt === null && `Contact: ${contact.displayName}`,
    assignee?.deletedAt === null && `Assigned to: ${assignee.displayName}`,
    project && `Project: ${project.name}`,
    task.startDate && `Starts ${dayOf(task.startDate)}`,
    task.completedOn ? `Completed ${dayOf(task.completedOn)}` : `${task.percent} % complete`,
  ].filter((line) => typeof line === 'string')
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  return `<div class="task-card"><strong>${escapeHtml(task.name)}</strong>${paragraphs}</div>`
}

/** Writes the summary: "Call, high priority, due 2026-03-06 (overdue)". */
const summaryOf = ({ type, priorityId, dueDate, completedOn }: TooltipTask, today: Day): string => {
  const priority = TASK_PRIORITIES.find(({ id }) => id === priorityId)?.name.toLowerCase()
  const due = dueDate && dayOf(dueDate)
  const isOverdue = due !== null && due < today && completedOn === null
  return `${type.name}, ${priority} priority${due ? `, due ${due}${isOverdue ? ' (overdue)' : ''}` : ''}`
}
