import type { DaySpan, NewDayWork } from '#kernel/jobs/tenant-days'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day, laterDay } from '#kernel/time/calendar'
import { type MailRequest, queueMail } from '#services/mail/queue-mail'
import { TASK_PRIORITIES } from '../tasks.model.ts'
import { type DueTask, type DueTasks, dueTasksSql } from './reminders.sql.ts'

/** Members of the staff per transaction. */
const BATCH = 200
/** Older overdue tasks are not in the mail when a worker runs again after a long time. */
const MAX_DAYS_BACK = 7

/**
 * Sends each member of the staff one mail a day with the open tasks that are due on that day and those that have become
 * overdue. The key of a mail is the person and the day, so that a job that is killed and runs again queues no second one.
 */
export const taskReminders: NewDayWork = {
  name: 'task-reminders',
  after: ['memberships'],
  run: (scope, span) => remind(scope, span),
}

const remind = async (scope: Scope, { since, today }: DaySpan): Promise<void> => {
  const first = laterDay(since, addDays(today, -MAX_DAYS_BACK))
  let last = 0
  for (;;) {
    const people = await scope.db.transaction(async (tx) => {
      const found = await tx.rows<DueTasks>(dueTasksSql(scope.db.tenantId, { first, today, after: last, limit: BATCH }))
      await queueMail(
        scope,
        tx,
        found.map((person) => mailTo(person, today)),
      )
      return found
    })
    if (people.length < BATCH) return
    last = people.at(-1)?.id ?? last
  }
}

const mailTo = (person: DueTasks, today: Day): MailRequest => {
  const due = person.tasks.filter(({ dueOn }) => dueOn === today)
  const overdue = person.tasks.filter(({ dueOn }) => dueOn < today)
  return {
    key: `task-reminder:${person.id}:${today}`,
    templateKey: 'task-reminder',
    to: { address: person.address, name: person.name, contactId: person.id },
    data: {
      contact: { name: person.name, ...(person.firstName && { first_name: person.firstName }) },
      tasks: {
        day: today,
        due_count: person.dueCount,
        ...(due.length > 0 && { due: linesOf(due, person.dueCount) }),
        overdue_count: person.overdueCount,
        ...(overdue.length > 0 && { overdue: linesOf(overdue, person.overdueCount, ({ dueOn }) => `, due ${dueOn}`) }),
      },
    },
  }
}

const linesOf = (tasks: readonly DueTask[], count: number, more: (task: DueTask) => string = () => ''): string => {
  const lines = tasks.map((task) => {
    const priority = TASK_PRIORITIES.find(({ id }) => id === task.priorityId)?.name.toLowerCase()
    return `${task.name}${task.contact ? ` (${task.contact})` : ''}, ${priority} priority${more(task)}`
  })
  return [...lines, ...(count > tasks.length ? [`and ${count - tasks.length} more`] : [])].join('\n')
}
