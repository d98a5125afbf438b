import { tagContacts } from '#areas/people/contacts/tags/tags.service'
import { readConditionFacts } from '../conditions/conditions.queries.ts'
import { conditionsSql, listMatchingRunsSql } from '../conditions/conditions.sql.ts'
import type { DueRun } from '../engine/run.model.ts'
import type { StepOf } from '../steps/step.model.ts'
import { STEP, type Step } from '../steps/step.model.ts'
import { type ActionContext, type ActionResults, forAll, forEachOne } from './action.model.ts'
import { performEmail } from './emails.service.ts'
import { performReminder } from './follow-ups.service.ts'
import { performAdd, performMove, performRemove } from './groups.service.ts'
import { performWait, performWaitUntil } from './waits.model.ts'

/** Evaluates the conditions for all contacts at once; each continues in its lane. */
const performBranch = async (
  { tx, scope, board }: ActionContext,
  step: StepOf<typeof STEP.logicBranch>,
  runs: readonly DueRun[],
): Promise<ActionResults> => {
  const facts = await readConditionFacts(tx, scope, step.options.Conditions)
  const test = conditionsSql(scope, step.options, facts)
  if ('lost' in test) return forAll(runs, { state: 'failed', outcome: test.lost })
  const runIds = runs.map(({ runId }) => runId)
  const rows = await tx.rows<{ id: number }>(listMatchingRunsSql(scope.db.tenantId, runIds, test.sql))
  const yes = new Set(rows.map(({ id }) => id))
  return forEachOne(runs, ({ runId }) => {
    const isYes = yes.has(runId)
    return { state: 'done', outcome: isYes ? 'yes' : 'no', next: board.into(step, isYes) }
  })
}

/** Does a step for some contacts; its effects commit with the transaction of the batch. */
export const performStep = async (
  context: ActionContext,
  step: Step,
  runs: readonly DueRun[],
): Promise<ActionResults> => {
  switch (step.typeId) {
    case STEP.wait:
      return performWait(context, step, runs)
    case STEP.waitUntil:
      return performWaitUntil(context, step, runs)
    case STEP.sendEmail:
      return performEmail(context, step, runs)
    case STEP.createFollowUpReminder:
      return performReminder(context, step, runs)
    case STEP.addToList:
      return performAdd(context, step, runs)
    case STEP.removeFromList:
      return performRemove(context, step, runs)
    case STEP.moveToList:
      return performMove(context, step, runs)
    case STEP.addTag:
      return performTag(context, step, runs)
    case STEP.logicBranch:
      return performBranch(context, step, runs)
    case STEP.skipOrGoto:
      return performGoto(context, step, runs)
  }
}

const NO_ROOM_FOR_TAGS = 'The contact has the maximum number of tags.'

const performTag = async (
  { tx, scope, board }: ActionContext,
  step: StepOf<typeof STEP.addTag>,
  runs: readonly DueRun[],
): Promise<ActionResults> => {
  const ids = runs.map(({ contactId }) => contactId)
  const full = await tagContacts(scope, tx, ids, step.options.Tags)
  const next = board.after(step)
  return forEachOne(runs, ({ contactId }) =>
    full.has(contactId) ? { state: 'skipped', outcome: NO_ROOM_FOR_TAGS, next } : { state: 'done', next },
  )
}

const performGoto = (
  { board }: ActionContext,
  step: StepOf<typeof STEP.skipOrGoto>,
  runs: readonly DueRun[],
): ActionResults => {
  const { Action, StepsToSkip, TargetStepId } = step.options
  if (Action === 'skip') return forAll(runs, { state: 'done', next: board.after(step, StepsToSkip ?? 1) })
  const target = board.step(TargetStepId ?? null)
  if (!target) return forAll(runs, { state: 'ended', reason: 'The target of the goto was deleted.' })
  return forAll(runs, { state: 'done', next: target })
}
