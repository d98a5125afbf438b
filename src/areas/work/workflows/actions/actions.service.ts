import { tagContacts } from '#areas/people/contacts/tags/tags.service'
import { createFollowUps } from '#areas/work/tasks/follow-ups/follow-ups.service'
import { Problem } from '#kernel/errors/problem'
import { addDays } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import { readConditionFacts } from '../conditions/conditions.queries.ts'
import { conditionsSql, listMatchingRunsSql } from '../conditions/conditions.sql.ts'
import type { DueRun } from '../engine/run.model.ts'
import { STEP, type Step, type StepOf } from '../steps/step.model.ts'
import {
  type ActionContext,
  type ActionResults,
  forAll,
  forEachOne,
  performWait,
  performWaitUntil,
} from './actions.model.ts'
import { performEmail } from './emails.service.ts'
import { performAdd, performMove, performRemove } from './groups.service.ts'

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

/** Creates a task about each contact, due in a number of days of the tenant's time zone. */
const performReminder = async (
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

/** Returns the result, or the reason of a rejection in words. Rejections happen before anything is written. */
const createdOrFault = async <T>(work: Promise<T>): Promise<T | string> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem) return inWords(error)
    throw error
  }
}

/** Returns the fields with their faults: `AssignedToContactId does not reference an existing member of the staff.` */
const inWords = ({ message, errors }: Problem): string =>
  errors.map(({ pointer, message }) => `${pointer.replace(/^\//, '')} ${message}.`).join(' ') || message
