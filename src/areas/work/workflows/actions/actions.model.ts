import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addDays } from '#kernel/time/calendar'
import { instantAt, laterByCalendar, localTime } from '#kernel/time/local-time'
import type { Workflow } from '#prisma/client'
import type { DueRun, StepResult } from '../engine/run.model.ts'
import type { Board } from '../steps/board.model.ts'
import type { STEP, StepOf } from '../steps/step.model.ts'

export interface ActionContext {
  scope: Scope
  tx: Transaction
  workflow: Workflow
  board: Board
  now: Date
}

/** The results of a step, by the ids of the runs. */
export type ActionResults = ReadonlyMap<number, StepResult>

/** Returns the same result for all runs. */
export const forAll = (runs: readonly DueRun[], result: StepResult): ActionResults =>
  new Map(runs.map(({ runId }) => [runId, result]))

/** Returns a result for each run. */
export const forEachOne = (runs: readonly DueRun[], resultOf: (run: DueRun) => StepResult): ActionResults =>
  new Map(runs.map((run) => [run.runId, resultOf(run)]))

const MINUTE_MS = 60_000
/** The last instant that the contract can represent; waits for the year 9999 in a zone west of Greenwich end here. */
const LAST = new Date('9999-12-31T23:59:59.999Z')

/** The outcome of a wait for a day that has passed. */
export const PAST_DAY = 'The day has passed.'

type WaitOptions = StepOf<typeof STEP.wait>['options']
type UntilOptions = StepOf<typeof STEP.waitUntil>['options']

export const performWait = (
  { scope, now }: ActionContext,
  step: StepOf<typeof STEP.wait>,
  runs: readonly DueRun[],
): ActionResults => forAll(runs, { state: 'waiting', dueAt: findWaitEnd(step.options, scope.tenant.timeZone, now) })

/** Returns the end of a wait that starts now: minutes and hours by the clock, longer units by the tenant's calendar. */
export const findWaitEnd = ({ Quantity, Unit }: WaitOptions, timeZone: string, now: Date): Date => {
  if (Unit === 'minutes') return new Date(now.getTime() + Quantity * MINUTE_MS)
  if (Unit === 'hours') return new Date(now.getTime() + Quantity * 60 * MINUTE_MS)
  return laterByCalendar(timeZone, now, { [Unit]: Quantity })
}

export const performWaitUntil = (
  { scope, board, now }: ActionContext,
  step: StepOf<typeof STEP.waitUntil>,
  runs: readonly DueRun[],
): ActionResults => {
  const dueAt = findUntilEnd(step.options, scope.tenant.timeZone, now)
  const result: StepResult =
    dueAt <= now ? { state: 'done', outcome: PAST_DAY, next: board.after(step) } : { state: 'waiting', dueAt }
  return forAll(runs, result)
}

/** Returns the time on the day, past or not; for a weekday its next occurrence after now, which can be today. */
export const findUntilEnd = ({ Date: day, Weekday, Time }: UntilOptions, timeZone: string, now: Date): Date => {
  const time = Time ?? '00:00'
  if (day) return earlier(instantAt(timeZone, day, time), LAST)
  const today = localTime(timeZone, now)
  const ahead = ((Weekday ?? 1) - today.weekday + 7) % 7
  const first = instantAt(timeZone, addDays(today.day, ahead), time)
  return first > now ? first : instantAt(timeZone, addDays(today.day, ahead + 7), time)
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
