import { createFollowUps } from '#areas/work/tasks/follow-ups/follow-ups.service'
import type { STEP } from '#areas/work/workflows/steps/step-types'
import { Problem } from '#kernel/errors/problem'
import { addDays } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import type { Traveller } from '../traveller.ts'
import { forAll, forEachOne, type Performing, type Results, type StepOf } from './performing.ts'

/** Creates a task about each contact, due so many of the tenant's days ahead. */
export const performReminder = async (
  { scope, tx, board, now }: Performing,
  step: StepOf<typeof STEP.createFollowUpReminder>,
  travellers: readonly Traveller[],
): Promise<Results> => {
  const { Name, Description, DueInDays, AssignedToContactId, TaskPriorityId, TaskTypeId } = step.options
  const wanted = {
    name: Name ?? '',
    description: Description,
    dueDate: addDays(dayIn(scope.tenant.timeZone, now), DueInDays),
    assigneeId: AssignedToContactId,
    ...(TaskPriorityId && { priorityId: TaskPriorityId }),
    ...(TaskTypeId && { typeId: TaskTypeId }),
  }
  const next = board.after(step)
  const ids = travellers.map(({ contactId }) => contactId)
  const made = await createdOrFault(createFollowUps(scope, tx, wanted, ids))
  if (typeof made === 'string') return forAll(travellers, { state: 'failed', outcome: made, next })
  return forEachOne(travellers, ({ contactId }) =>
    made.has(contactId)
      ? { state: 'done', next }
      : { state: 'failed', outcome: 'The contact is not there any more.', next },
  )
}

/** What was made, or what was refused, in words; refusals are spoken before anything is written. */
const createdOrFault = async <T>(work: Promise<T>): Promise<T | string> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem) return inWords(error)
    throw error
  }
}

/** What is wrong with which part: `AssignedToContactId does not reference an existing member of the staff.` */
const inWords = ({ message, errors }: Problem): string =>
  errors.map(({ pointer, message }) => `${pointer.replace(/^\//, '')} ${message}.`).join(' ') || message
