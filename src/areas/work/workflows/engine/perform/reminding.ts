import { Problem } from '../../../../../kernel/errors/problem.ts'
import { addDays } from '../../../../../kernel/time/calendar.ts'
import { dayIn } from '../../../../../kernel/time/day.ts'
import { createFollowUp } from '../../../tasks/saving/follow-up.service.ts'
import type { STEP } from '../../steps/step-types.ts'
import type { StepResult, Traveller } from '../traveller.ts'
import type { Performing, Results, StepOf } from './performing.ts'

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
  const results = new Map<number, StepResult>()
  for (const { runId, contactId } of travellers) {
    const fault = await faultOf(createFollowUp(scope, tx, { ...wanted, contactId }))
    results.set(runId, fault === null ? { state: 'done', next } : { state: 'failed', outcome: fault, next })
  }
  return results
}

/** What was refused, in words; refusals are spoken before anything is written. */
const faultOf = async (work: Promise<unknown>): Promise<string | null> => {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}
