import type { Board } from '../steps/board.model.ts'
import type { Step } from '../steps/step.model.ts'
import { STEP } from '../steps/step-types.ts'
import type { Standing, StepLog, StepResult, Traveller } from './run.model.ts'

/** Does one step for some contacts at once; answers what became of it for each, by the run's id. */
export type Perform = (step: Step, travellers: readonly Traveller[]) => Promise<ReadonlyMap<number, StepResult>>

/** The rules of a workflow that decide where a run goes. */
export interface Rules {
  board: Board
  allowRepeatedSteps: boolean
  now: Date
}

/** What a batch came to. */
export interface Travelled {
  logs: StepLog[]
  standings: Map<number, Standing>
}

/** A loop that nothing waits in goes round once a minute. */
export const ROUND_MS = 60_000
/** A run that came to a step so often is in a loop that nobody meant. */
const MOST_VISITS = 1000

interface Trip {
  traveller: Traveller
  at: Step | undefined
  arrivedAt: Date
  /** Steps done in this batch. */
  passed: Set<number>
  standing?: Standing
}

/**
 * Lets runs go as far as they can now: each in its own order, steps of one kind for many contacts at once. A step is done
 * for all that stand before it, then all move on, round by round, until each waits or is at its end.
 */
export const travel = async (travellers: readonly Traveller[], rules: Rules, perform: Perform): Promise<Travelled> => {
  const logs: StepLog[] = []
  const trips = travellers.map((traveller) => begin(traveller, rules, logs))
  for (let moving = settle(trips, rules); moving.length > 0; moving = settle(moving, rules)) {
    for (const [step, group] of byStep(moving)) {
      const results = await perform(
        step,
        group.map(({ traveller }) => traveller),
      )
      for (const trip of group) move(trip, step, results.get(trip.traveller.runId), rules, logs)
    }
  }
  return {
    logs,
    standings: new Map(trips.flatMap(({ traveller, standing }) => (standing ? [[traveller.runId, standing]] : []))),
  }
}

/** Who waited is done with that step and stands before the next. */
const begin = (traveller: Traveller, { board, now }: Rules, logs: StepLog[]): Trip => {
  const step = board.step(traveller.stepId)
  const trip: Trip = { traveller, at: step, arrivedAt: traveller.arrivedAt, passed: new Set() }
  if (!traveller.isWaiting || !step) return trip
  logs.push(logOf(traveller, step, traveller.visit, { state: 'done', arrivedAt: traveller.arrivedAt, doneAt: now }))
  return { ...trip, at: board.after(step), arrivedAt: now, passed: new Set([step.id]) }
}

/** Those that have a step before them that is to be done now; the others get the standing that they are left with. */
const settle = (trips: readonly Trip[], rules: Rules): Trip[] =>
  trips.filter((trip) => {
    if (trip.standing) return false
    trip.at = upcoming(trip, rules)
    const standing = standingBefore(trip, rules)
    if (standing) trip.standing = standing
    return standing === undefined
  })

/**
 * The step before a run: inactive ones are passed over, and so are those that it has done and that were put behind it
 * since. A run that a goto led back is not led on.
 */
const upcoming = ({ traveller: { visits }, at }: Trip, { board, allowRepeatedSteps }: Rules): Step | undefined => {
  let step = at && board.from(at)
  if (allowRepeatedSteps) return step
  const isDone = (one: Step) => (visits[one.id] ?? 0) > 0
  if (!step || !isDone(step) || board.inOrder().some((one) => isGoto(one) && isDone(one))) return step
  while (step && isDone(step)) step = board.after(step)
  return step
}

const isGoto = (step: Step): boolean => step.typeId === STEP.skipOrGoto && step.options.Action === 'goto'

const standingBefore = ({ traveller, at, arrivedAt, passed }: Trip, rules: Rules): Standing | undefined => {
  if (traveller.isDeleted) return { state: 'optedout', reason: 'The contact was deleted.' }
  if (!at) return { state: 'completed', reason: null }
  const visits = traveller.visits[at.id] ?? 0
  if (visits > 0 && !rules.allowRepeatedSteps) return { state: 'completed', reason: null }
  if (visits >= MOST_VISITS)
    return { state: 'failed', reason: `It came to step ${at.id} more than ${MOST_VISITS} times.` }
  if (!passed.has(at.id)) return undefined
  const dueAt = new Date(rules.now.getTime() + ROUND_MS)
  return { state: 'active', stepId: at.id, visit: visits + 1, isWaiting: false, arrivedAt, dueAt }
}

const byStep = (trips: readonly Trip[]): Map<Step, Trip[]> => {
  const groups = new Map<Step, Trip[]>()
  for (const trip of trips) {
    const group = trip.at && groups.get(trip.at)
    if (group) group.push(trip)
    else if (trip.at) groups.set(trip.at, [trip])
  }
  return groups
}

const move = (trip: Trip, step: Step, result: StepResult | undefined, { now }: Rules, logs: StepLog[]): void => {
  const { traveller, arrivedAt } = trip
  const visit = (traveller.visits[step.id] ?? 0) + 1
  traveller.visits[step.id] = visit
  trip.passed.add(step.id)
  if (!result) throw new Error(`Step ${step.id} said nothing about run ${traveller.runId}`)
  if (result.state === 'waiting') {
    logs.push(logOf(traveller, step, visit, { state: 'waiting', arrivedAt, doneAt: null }))
    trip.standing = { state: 'active', stepId: step.id, visit, isWaiting: true, arrivedAt, dueAt: result.dueAt }
    return
  }
  const state = result.state === 'ended' ? 'failed' : result.state
  const outcome = result.state === 'ended' ? result.reason : result.outcome
  logs.push(logOf(traveller, step, visit, { state, arrivedAt, doneAt: now, ...(outcome && { outcome }) }))
  if (result.state === 'ended') trip.standing = { state: 'failed', reason: result.reason }
  else Object.assign(trip, { at: result.next, arrivedAt: now })
}

const logOf = (
  { runId }: Traveller,
  { id, typeId }: Step,
  visit: number,
  told: { state: StepLog['state']; arrivedAt: Date; doneAt: Date | null; outcome?: string },
): StepLog => ({
  run_id: runId,
  step_id: id,
  type_id: typeId,
  visit,
  state: told.state,
  outcome: told.outcome ?? null,
  arrived_at: told.arrivedAt,
  done_at: told.doneAt,
})
