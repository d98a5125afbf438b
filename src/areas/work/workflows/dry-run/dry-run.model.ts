import type { WorkflowDryRunResult } from '#contract/work/workflow-contacts'
import { untilEnd, waitEnd } from '../actions/waits.model.ts'
import { ROUND_MS } from '../engine/run-path.model.ts'
import { nextOpening, type Schedule } from '../schedule.model.ts'
import type { Board } from '../steps/board.model.ts'
import { describeStep, type StepNames } from '../steps/step-description.model.ts'
import type { Step } from '../steps/step.model.ts'
import { STEP } from '../steps/step-types.ts'

const MOST_STEPS = 200
/** Behind it no day can be written any more. */
const LAST_YEAR = 9999

/** What a dry run goes by. */
export interface DryRunFacts {
  board: Board
  names: StepNames
  schedule: Schedule
  timeZone: string
  allowRepeatedSteps: boolean
  /** How each branch is answered. */
  answers: ReadonlyMap<number, boolean | undefined>
  /** Why emails by a template would not be sent to the contact. */
  mailRefusals: ReadonlyMap<number, string>
  /** Why the tasks of steps could not be made. */
  taskFaults: ReadonlyMap<number, string>
}

type Way = Pick<WorkflowDryRunResult, 'Steps' | 'End'>

interface Taken {
  outcome: string | null
  next: Step | undefined
  /** When it goes on. */
  at: Date
  hasFailed?: boolean
}

/** The way of a contact that enters at an instant, step by step, as the engine would go it. */
export const dryRun = (facts: DryRunFacts, now: Date): Way => {
  const { board, schedule, timeZone } = facts
  const way: Way = { Steps: [], End: 'completed' }
  const done = new Set<number>()
  // Steps done without a wait between them: a loop of those goes round once a minute.
  let passed = new Set<number>()
  let at = nextOpening(schedule, timeZone, now)
  for (let step = board.first(); step; ) {
    if (done.has(step.id) && !facts.allowRepeatedSteps) return way
    if (way.Steps.length >= MOST_STEPS) return { ...way, End: null }
    if (passed.has(step.id)) {
      at = nextOpening(schedule, timeZone, new Date(at.getTime() + ROUND_MS))
      passed = new Set()
    }
    done.add(step.id)
    const taken = take(facts, step, at)
    if (taken.at > at) passed = new Set()
    passed.add(step.id)
    way.Steps.push({
      WorkflowStepId: step.id,
      Name: describeStep(step, facts.names),
      Date: at.toISOString(),
      Outcome: taken.outcome,
    })
    if (taken.hasFailed) return { ...way, End: 'failed' }
    if (taken.at.getUTCFullYear() >= LAST_YEAR) return { ...way, End: null }
    at = nextOpening(schedule, timeZone, taken.at)
    step = taken.next && board.from(taken.next)
  }
  return way
}

const take = (facts: DryRunFacts, step: Step, at: Date): Taken => {
  const { board, timeZone, answers, mailRefusals, taskFaults, names } = facts
  const next = board.after(step)
  switch (step.typeId) {
    case STEP.wait:
      return waits(waitEnd(step.options, timeZone, at), at, next)
    case STEP.waitUntil:
      return waits(untilEnd(step.options, timeZone, at), at, next)
    case STEP.sendEmail: {
      const { TemplateId } = step.options
      const outcome = names.templates.has(TemplateId) ? mailRefusals.get(TemplateId) : 'Its template was deleted.'
      return { outcome: outcome ?? null, next, at }
    }
    case STEP.createFollowUpReminder:
      return { outcome: taskFaults.get(step.id) ?? null, next, at }
    case STEP.addToList:
      return { outcome: lostGroups(step.options.GroupIds, names), next, at }
    case STEP.moveToList:
      return { outcome: lostGroups(step.options.ToGroupIds, names), next, at }
    case STEP.logicBranch: {
      const isYes = answers.get(step.id)
      if (isYes === undefined) return { outcome: 'What it asks for was deleted.', next, at }
      return { outcome: isYes ? 'yes' : 'no', next: board.into(step, isYes), at }
    }
    case STEP.skipOrGoto:
      return goesTo(board, step.options, step, at)
    default:
      return { outcome: null, next, at }
  }
}

const lostGroups = (ids: readonly number[], { groups }: StepNames): string | null =>
  ids.some((id) => groups.has(id)) ? null : 'Its groups were deleted.'

const waits = (end: Date, at: Date, next: Step | undefined): Taken =>
  end <= at ? { outcome: 'The day was past.', next, at } : { outcome: `until ${end.toISOString()}`, next, at: end }

const goesTo = (
  board: Board,
  { Action, StepsToSkip, TargetStepId }: Extract<Step, { typeId: typeof STEP.skipOrGoto }>['options'],
  step: Step,
  at: Date,
): Taken => {
  if (Action === 'skip') return { outcome: null, next: board.after(step, StepsToSkip ?? 1), at }
  const target = board.step(TargetStepId ?? null)
  if (target) return { outcome: null, next: target, at }
  return { outcome: 'The step to go to was deleted.', next: undefined, at, hasFailed: true }
}
