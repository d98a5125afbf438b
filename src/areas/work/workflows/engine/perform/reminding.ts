import { addDays } from '../../../../../kernel/time/calendar.ts'
import { dayIn } from '../../../../../kernel/time/day.ts'
import type { STEP } from '../../steps/step-types.ts'
import type { Traveller } from '../traveller.ts'
import { forAll, type Performing, type Results, type StepOf } from './performing.ts'

/** Creates a task about each contact, due so many of the tenant's days ahead. */
export const performReminder = async (
  { scope, tx, board, now }: Performing,
  step: StepOf<typeof STEP.createFollowUpReminder>,
  travellers: readonly Traveller[],
): Promise<Results> => {
  const dueOn = addDays(dayIn(scope.tenant.timeZone, now), step.options.DueInDays)
  await tx.taskItem.createMany({
    data: travellers.map(({ contactId }) => ({
      tenantId: scope.db.tenantId,
      contactId,
      name: step.options.Name ?? '',
      dueDate: new Date(dueOn),
    })),
  })
  return forAll(travellers, { state: 'done', next: board.after(step) })
}
