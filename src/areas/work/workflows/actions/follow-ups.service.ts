import { createFollowUps } from '#areas/work/tasks/follow-ups/follow-ups.service'
import { Problem } from '#kernel/errors/problem'
import { addDays } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import type { DueRun } from '../engine/run.model.ts'
import type { STEP, StepOf } from '../steps/step.model.ts'
import { type ActionContext, type ActionResults, forAll, forEachOne } from './action.model.ts'

/** Creates a task about each contact, due in a number of days of the tenant's time zone. */
export const performReminder = async (
  { scope, tx, board, now }: ActionContext,
  step: StepOf<typeof STEP.createFollowUpReminder>,
  runs: readonly DueRun[],
): Promise<ActionResults> => {
  const { Name, Description, DueInDays, AssignedToContactId, TaskPriorityId, TaskTypeId } = step.options
  const task = {
    name: Name ?? '',
    description: Description,
    dueDate: addDays(dayIn(scope.tenant.timeZone, now), DueInDays),
    assigneeId: AssignedToContactId,
    ...(TaskPriorityId && { priorityId: TaskPriorityId }),
    ...(TaskTypeId && { typeId: TaskTypeId }),
  }
  const next = board.after(step)
  const ids = runs.map(({ contactId }) => contactId)
  const made = await createdOrFault(createFollowUps(scope, tx, task, ids))
  if (typeof made === 'string') return forAll(runs, { state: 'failed', outcome: made })
  return forEachOne(runs, ({ contactId }) =>
    made.has(contactId) ? { state: 'done', next } : { state: 'failed', outcome: 'The contact was deleted.' },
  )
}

/** The result, or the reason of a rejection in words. Rejections happen before anything is written. */
const createdOrFault = async <T>(work: Promise<T>): Promise<T | string> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem) return inWords(error)
    throw error
  }
}

/** The fields with their faults: `AssignedToContactId does not reference an existing member of the staff.` */
const inWords = ({ message, errors }: Problem): string =>
  errors.map(({ pointer, message }) => `${pointer.replace(/^\//, '')} ${message}.`).join(' ') || message
