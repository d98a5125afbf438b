import { escapeHtml } from '#kernel/html/escape-html'
import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import { TASK_PRIORITIES } from './task-values.ts'
import type { TooltipTask } from './tooltip.queries.ts'

/** A short card in HTML with what a glance at a task should tell. Everything that people wrote is escaped. */
export const presentTooltip = (task: TooltipTask, today: Day): string => {
  const { contact, assignee, project } = task
  const lines = [
    sentenceOf(task, today),
    contact && `Contact: ${contact.displayName}`,
    assignee && `Assigned to: ${assignee.displayName}`,
    project && `Project: ${project.name}`,
    task.startDate && `Starts ${dayOf(task.startDate)}`,
    task.completedOn ? `Completed ${dayOf(task.completedOn)}` : `${task.percent} % complete`,
  ].filter((line) => line !== null)
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  return `<div class="task-card"><strong>${escapeHtml(task.name)}</strong>${paragraphs}</div>`
}

/** "Call, high priority, due 2026-03-06 (overdue)". */
const sentenceOf = ({ type, priorityId, dueDate, completedOn }: TooltipTask, today: Day): string => {
  const priority = TASK_PRIORITIES.find(({ id }) => id === priorityId)?.name.toLowerCase()
  const due = dueDate && dayOf(dueDate)
  const isOverdue = due !== null && due < today && completedOn === null
  return `${type.name}, ${priority} priority${due ? `, due ${due}${isOverdue ? ' (overdue)' : ''}` : ''}`
}
