import { tagContacts } from '#areas/people/contacts/tags/tags.service'
import type { Step } from '#areas/work/workflows/steps/step-options'
import { STEP } from '#areas/work/workflows/steps/step-types'
import type { Traveller } from '../traveller.ts'
import { performBranch } from './branching.ts'
import { performEmail } from './emailing.ts'
import { performAdd, performMove, performRemove } from './grouping.ts'
import { forAll, forEachOne, type Performing, type Results, type StepOf } from './performing.ts'
import { performReminder } from './reminding.ts'
import { performWait, performWaitUntil } from './waiting.ts'

/** Does a step for some contacts; what it does stands when the transaction commits. */
export const performStep = async (
  performing: Performing,
  step: Step,
  travellers: readonly Traveller[],
): Promise<Results> => {
  switch (step.typeId) {
    case STEP.wait:
      return performWait(performing, step, travellers)
    case STEP.waitUntil:
      return performWaitUntil(performing, step, travellers)
    case STEP.sendEmail:
      return performEmail(performing, step, travellers)
    case STEP.createFollowUpReminder:
      return performReminder(performing, step, travellers)
    case STEP.addToList:
      return performAdd(performing, step, travellers)
    case STEP.removeFromList:
      return performRemove(performing, step, travellers)
    case STEP.moveToList:
      return performMove(performing, step, travellers)
    case STEP.addTag:
      return performTag(performing, step, travellers)
    case STEP.logicBranch:
      return performBranch(performing, step, travellers)
    case STEP.skipOrGoto:
      return performGoto(performing, step, travellers)
  }
}

const NO_ROOM_FOR_TAGS = 'The contact has as many tags as a contact may have.'

const performTag = async (
  { tx, scope, board }: Performing,
  step: StepOf<typeof STEP.addTag>,
  travellers: readonly Traveller[],
): Promise<Results> => {
  const ids = travellers.map(({ contactId }) => contactId)
  const full = await tagContacts(tx, scope, ids, step.options.Tags)
  const next = board.after(step)
  return forEachOne(travellers, ({ contactId }) =>
    full.has(contactId) ? { state: 'skipped', outcome: NO_ROOM_FOR_TAGS, next } : { state: 'done', next },
  )
}

const performGoto = (
  { board }: Performing,
  step: StepOf<typeof STEP.skipOrGoto>,
  travellers: readonly Traveller[],
): Results => {
  const { Action, StepsToSkip, TargetStepId } = step.options
  if (Action === 'skip') return forAll(travellers, { state: 'done', next: board.after(step, StepsToSkip ?? 1) })
  const target = board.step(TargetStepId ?? null)
  if (!target) return forAll(travellers, { state: 'ended', reason: 'The step to go to was deleted.' })
  return forAll(travellers, { state: 'done', next: target })
}
