import type { STEP } from '../steps/step-types.ts'
import { addDays } from '#kernel/time/calendar'
import { instantAt, laterByCalendar, localTime } from '#kernel/time/local-time'
import type { StepResult, Traveller } from '../engine/run.model.ts'
import { forAll, type Performing, type Results, type StepOf } from './action.model.ts'

const MINUTE_MS = 60_000
/** The last instant that the contract can write. Who waits for the year 9999 in a zone west of Greenwich waits till then. */
const LAST = new Date('9999-12-31T23:59:59.999Z')

type WaitOptions = StepOf<typeof STEP.wait>['options']
type UntilOptions = StepOf<typeof STEP.waitUntil>['options']

export const performWait = (
  { scope, now }: Performing,
  step: StepOf<typeof STEP.wait>,
  travellers: readonly Traveller[],
): Results => forAll(travellers, { state: 'waiting', dueAt: waitEnd(step.options, scope.tenant.timeZone, now) })

/** When a wait that begins now is over: minutes and hours by the clock, longer ones by the tenant's calendar. */
export const waitEnd = ({ Quantity, Unit }: WaitOptions, timeZone: string, now: Date): Date => {
  if (Unit === 'minutes') return new Date(now.getTime() + Quantity * MINUTE_MS)
  if (Unit === 'hours') return new Date(now.getTime() + Quantity * 60 * MINUTE_MS)
  return laterByCalendar(timeZone, now, { [Unit]: Quantity })
}

export const performWaitUntil = (
  { scope, board, now }: Performing,
  step: StepOf<typeof STEP.waitUntil>,
  travellers: readonly Traveller[],
): Results => {
  const dueAt = untilEnd(step.options, scope.tenant.timeZone, now)
  const result: StepResult =
    dueAt <= now
      ? { state: 'done', outcome: 'The day was past.', next: board.after(step) }
      : { state: 'waiting', dueAt }
  return forAll(travellers, result)
}

/** The day's time, past or not; of a weekday the next that is still ahead, today's included. */
export const untilEnd = ({ Date: day, Weekday, Time }: UntilOptions, timeZone: string, now: Date): Date => {
  const time = Time ?? '00:00'
  if (day) return earlier(instantAt(timeZone, day, time), LAST)
  const today = localTime(timeZone, now)
  const ahead = ((Weekday ?? 1) - today.weekday + 7) % 7
  const first = instantAt(timeZone, addDays(today.day, ahead), time)
  return first > now ? first : instantAt(timeZone, addDays(today.day, ahead + 7), time)
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
