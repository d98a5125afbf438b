import { badInput } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'

/** Parses the day of something that has happened: today if absent. @throws 400. */
export const parsePastDay = (scope: Scope, sent: string | null | undefined, pointer: string): Day => {
  const today = todayOf(scope)
  const day = sent || today
  if (day > today) throw badInput(pointer, 'must not be in the future')
  return day
}
