import type { WorkflowDryRunResult } from '#contract/work/workflow-contacts'
import { findUntilEnd, findWaitEnd, PAST_DAY } from '../actions/actions.model.ts'
import { LOOP_INTERVAL_MS } from '../engine/run-path.model.ts'
import type { Board } from '../steps/board.model.ts'
import { STEP, type Step, type StepOf } from '../steps/step.model.ts'
import { describeStep, type StepNames } from '../steps/step-description.model.ts'
import { findNextOpening, type Schedule } from '../workflows.model.ts'

const MAX_STEPS = 200
/** The last year that the contract can represent. */
const LAST_YEAR = 9999

export interface DryRunFacts {
  board: Board
  names: StepNames
  schedule: Schedule
  timeZone: string
  allowRepeatedSteps: boolean
  /** Whether the contact meets the conditions of each branch; undefined: a record in them was deleted. */
  branchResults: ReadonlyMap<number, boolean | undefined>
  /** Why emails by a template would not be sent to the contact, by the template's id. */
  mailRefusals: ReadonlyMap<number, string>
  /** Why the tasks of steps could not be created, by the step's id. */
  taskFaults: ReadonlyMap<number, string>
}

type Path = Pick<WorkflowDryRunResult, 'Steps' | 'End'>

interface Prediction {
  outcome: string | null
  next: Step | undefined
  /** When the contact continues. */
  at: Date
  hasFailed?: boolean
}

/** Predicts the steps of a contact that enters at an instant, in the same way as the engine runs them. */
export const predictPath = (facts: DryRunFacts, now: Date): Path => {
  const { board, schedule, timeZone } = facts
  const path: Path = { Steps: [], End: 'completed' }
  const done = new Set<number>()
  // Steps without a wait between them: a loop of these repeats once a minute.
  let passed = new Set<number>()
  let at = findNextOpening(schedule, timeZone, now)
  for (let step = board.first(); step; ) {
    if (done.has(step.id) && !facts.allowRepeatedSteps) return path
    if (path.Steps.length >= MAX_STEPS) return { ...path, End: null }
    if (passed.has(step.id)) {
      at = findNextOpening(schedule, timeZone, new Date(at.getTime() + LOOP_INTERVAL_MS))
      passed = new Set()
    }
    done.add(step.id)
    const predicted = predict(facts, step, at)
    if (predicted.at > at) passed = new Set()
    passed.add(step.id)
    path.Steps.push({
      WorkflowStepId: step.id,
      Name: describeStep(step, facts.names),
      Date: at.toISOString(),
      Outcome: predicted.outcome,
    })
    if (predicted.hasFailed) return { ...path, End: 'failed' }
    if (predicted.at.getUTCFullYear() >= LAST_YEAR) return { ...path, End: null }
    at = findNextOpening(schedule, timeZone, predicted.at)
    step = predicted.next && board.from(predicted.next)
  }
  return path
}

const predict = (facts: DryRunFacts, step: Step, at: Date): Prediction => {
  const { board, timeZone, branchResults, mailRefusals, taskFaults, names } = facts
  const next = board.after(step)
  switch (step.typeId) {
    case STEP.wait:
      return predictWait(findWaitEnd(step.options, timeZone, at), at, next)
    case STEP.waitUntil:
      return predictWait(findUntilEnd(step.options, timeZone, at), at, next)
    case STEP.sendEmail: {
      const { TemplateId } = step.options
      const outcome = names.templates.has(TemplateId) ? mailRefusals.get(TemplateId) : 'Its template was deleted.'
      return { outcome: outcome ?? null, next, at, hasFailed: !names.templates.has(TemplateId) }
    }
    case STEP.createFollowUpReminder:
      return orFailure(taskFaults.get(step.id), next, at)
    case STEP.addToList:
      return orFailure(deletedGroups(step.options.GroupIds, names), next, at)
    case STEP.moveToList:
      return orFailure(deletedGroups(step.options.ToGroupIds, names), next, at)
    case STEP.logicBranch: {
      const isYes = branchResults.get(step.id)
      if (isYes === undefined) return orFailure('A record in its conditions was deleted.', next, at)
      return { outcome: isYes ? 'yes' : 'no', next: board.into(step, isYes), at }
    }
    case STEP.skipOrGoto:
      return predictGoto(board, step.options, step, at)
    default:
      return { outcome: null, next, at }
  }
}

/** Predicts that a step does its work, or that it fails with a reason: the contact stays at it. */
const orFailure = (reason: string | undefined, next: Step | undefined, at: Date): Prediction => ({
  outcome: reason ?? null,
  next,
  at,
  hasFailed: reason !== undefined,
})

const deletedGroups = (ids: readonly number[], { groups }: StepNames): string | undefined =>
  ids.some((id) => groups.has(id)) ? undefined : 'Its groups were deleted.'

const predictWait = (end: Date, at: Date, next: Step | undefined): Prediction =>
  end <= at ? { outcome: PAST_DAY, next, at } : { outcome: `until ${end.toISOString()}`, next, at: end }

const predictGoto = (
  board: Board,
  { Action, StepsToSkip, TargetStepId }: StepOf<typeof STEP.skipOrGoto>['options'],
  step: Step,
  at: Date,
): Prediction => {
  if (Action === 'skip') return { outcome: null, next: board.after(step, StepsToSkip ?? 1), at }
  const target = board.step(TargetStepId ?? null)
  if (target) return { outcome: null, next: target, at }
  return { outcome: 'The target of the goto was deleted.', next: undefined, at, hasFailed: true }
}
