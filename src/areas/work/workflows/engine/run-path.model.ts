import type { Board } from '../steps/board.model.ts'
import { STEP, type Step } from '../steps/step.model.ts'
import type { DueRun, RunState, StepLog, StepResult } from './run.model.ts'

/** Does one step for some runs at once; returns the result of each by the id of the run. */
export type PerformStep = (step: Step, runs: readonly DueRun[]) => Promise<ReadonlyMap<number, StepResult>>

/** The rules of a workflow that determine the path of a run. */
export interface PathRules {
  board: Board
  allowRepeatedSteps: boolean
  now: Date
}

/** The result of a batch: the log, and the state of each run by its id. */
export interface BatchResult {
  logs: StepLog[]
  states: Map<number, RunState>
}

/** A loop without a wait repeats once a minute. */
export const LOOP_INTERVAL_MS = 60_000
/** A run with this many visits to a step is in a loop by mistake. */
const MAX_VISITS = 1000

/** A run on its path during a batch. */
interface PathState {
  run: DueRun
  /** The step before it; undefined: the end. */
  at: Step | undefined
  arrivedAt: Date
  /** Steps done in this batch. */
  passed: Set<number>
  /** Set when the run cannot continue in this batch. */
  state?: RunState
}

/**
 * Advances runs as far as possible now. Each run has its own order of steps; in each round all runs before the same step
 * do it together, then each continues, until it waits, fails or ends.
 */
export const advanceRuns = async (
  runs: readonly DueRun[],
  rules: PathRules,
  perform: PerformStep,
): Promise<BatchResult> => {
  const logs: StepLog[] = []
  const paths = runs.map((run) => startPath(run, rules, logs))
  for (let moving = settle(paths, rules); moving.length > 0; moving = settle(moving, rules)) {
    for (const [step, group] of byStep(moving)) {
      const results = await perform(
        step,
        group.map(({ run }) => run),
      )
      for (const path of group) move(path, step, results.get(path.run.runId), rules, logs)
    }
  }
  return { logs, states: new Map(paths.flatMap(({ run, state }) => (state ? [[run.runId, state]] : []))) }
}

/** Starts the path of a run. One that waited has done its step, and is before the next one. */
const startPath = (run: DueRun, { board, now }: PathRules, logs: StepLog[]): PathState => {
  const step = board.step(run.stepId)
  const path: PathState = { run, at: step, arrivedAt: run.arrivedAt, passed: new Set() }
  if (!run.isWaiting || !step) return path
  logs.push(logOf(run, step, run.visit, { state: 'done', arrivedAt: run.arrivedAt, doneAt: now }))
  return { ...path, at: board.after(step), arrivedAt: now, passed: new Set([step.id]) }
}

/** Returns the paths that have a step to do now, and sets the state of the others. */
const settle = (paths: readonly PathState[], rules: PathRules): PathState[] =>
  paths.filter((path) => {
    if (path.state) return false
    path.at = nextStep(path, rules)
    const state = stateBefore(path, rules)
    if (state) path.state = state
    return state === undefined
  })

/**
 * Returns the next step of a run. Skips inactive steps, and steps that the run has done and that a change of the board
 * has moved after its position. A run that a goto has led back skips no steps that it has done.
 */
const nextStep = ({ run: { visits }, at }: PathState, { board, allowRepeatedSteps }: PathRules): Step | undefined => {
  let step = at && board.from(at)
  if (allowRepeatedSteps) return step
  const isDone = (one: Step) => (visits[one.id] ?? 0) > 0
  if (!step || !isDone(step) || board.inOrder().some((one) => isGoto(one) && isDone(one))) return step
  while (step && isDone(step)) step = board.after(step)
  return step
}

const isGoto = (step: Step): boolean => step.typeId === STEP.skipOrGoto && step.options.Action === 'goto'

/** Returns the state of a run that cannot do its next step now; undefined if it can. */
const stateBefore = ({ run, at, arrivedAt, passed }: PathState, rules: PathRules): RunState | undefined => {
  if (run.isDeleted) return { state: 'optedout', reason: 'The contact was deleted.' }
  if (!at) return { state: 'completed', reason: null }
  const visits = run.visits[at.id] ?? 0
  if (visits > 0 && !rules.allowRepeatedSteps) return { state: 'completed', reason: null }
  if (visits >= MAX_VISITS)
    return { state: 'failed', reason: `The contact arrived at step ${at.id} more than ${MAX_VISITS} times.` }
  if (!passed.has(at.id)) return undefined
  const dueAt = new Date(rules.now.getTime() + LOOP_INTERVAL_MS)
  return { state: 'active', stepId: at.id, visit: visits + 1, isWaiting: false, arrivedAt, dueAt }
}

const byStep = (paths: readonly PathState[]): Map<Step, PathState[]> => {
  const groups = new Map<Step, PathState[]>()
  for (const path of paths) {
    const group = path.at && groups.get(path.at)
    if (group) group.push(path)
    else if (path.at) groups.set(path.at, [path])
  }
  return groups
}

const move = (
  path: PathState,
  step: Step,
  result: StepResult | undefined,
  { now }: PathRules,
  logs: StepLog[],
): void => {
  const { run, arrivedAt } = path
  const visit = (run.visits[step.id] ?? 0) + 1
  run.visits[step.id] = visit
  path.passed.add(step.id)
  if (!result) throw new Error(`Step ${step.id} returned no result for run ${run.runId}`)
  if (result.state === 'waiting') {
    logs.push(logOf(run, step, visit, { state: 'waiting', arrivedAt, doneAt: null }))
    path.state = { state: 'active', stepId: step.id, visit, isWaiting: true, arrivedAt, dueAt: result.dueAt }
    return
  }
  const state = result.state === 'ended' ? 'failed' : result.state
  const outcome = result.state === 'ended' ? result.reason : result.outcome
  logs.push(logOf(run, step, visit, { state, arrivedAt, doneAt: now, ...(outcome && { outcome }) }))
  if (result.state === 'ended') path.state = { state: 'failed', reason: result.reason }
  else if (result.state === 'failed')
    path.state = { state: 'failed', stepId: step.id, visit, arrivedAt, reason: result.outcome }
  else Object.assign(path, { at: result.next, arrivedAt: now })
}

const logOf = (
  { runId }: DueRun,
  { id: stepId, typeId }: Step,
  visit: number,
  { state, outcome, arrivedAt, doneAt }: Pick<StepLog, 'state' | 'arrivedAt' | 'doneAt'> & { outcome?: string },
): StepLog => ({ runId, stepId, typeId, visit, state, outcome: outcome ?? null, arrivedAt, doneAt })
