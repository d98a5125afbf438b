import { fold } from '#kernel/text/fold'
import { addDays, addMonths, type Day } from '#kernel/time/calendar'
import type { MembershipLevel, MembershipType } from '#prisma/client'
import { rulesOf } from '../locked-membership.model.ts'
import { planTermFrom } from '../terms/terms.model.ts'

export type TypeWithLevels = MembershipType & { levels: MembershipLevel[] }

/** active: it follows its dates; pending: it waits for approval; others have ended it or suspend it. */
export type ImportedState = 'active' | 'pending' | 'suspended' | 'lapsed' | 'dropped' | 'cancelled'

/** The facts that a file states about a membership. Days are YYYY-MM-DD. */
export interface StatedMembership {
  /** The name of a type, or of a level if no type has the name. */
  type: string | undefined
  level: string | undefined
  memberSince: Day | undefined
  startsOn: Day | undefined
  endsOn: Day | undefined
  /** The day on which the next term begins. */
  renewalDue: Day | undefined
  state: ImportedState | undefined
}

/** A membership to create, without its contact. */
export interface ImportedMembership {
  typeId: number
  levelId: number | null
  joinedOn: Day
  startsOn: Day
  endsOn: Day
  /** The last covered day if it ended before the term. */
  endedOn: Day | null
  isApproved: boolean
  suspendedOn: Day | null
  cancelledOn: Day | null
  droppedOn: Day | null
}

/** Terms that a membership without an end can have had. */
const MAX_TERMS = 200

/** Finds type, level and dates of a membership. Returns what is wrong if they do not fit. */
export const planMembership = (
  types: readonly TypeWithLevels[],
  facts: StatedMembership,
  systemTypeId: 1 | 2,
  today: Day,
): ImportedMembership | { fault: string } => {
  const found = findTypeAndLevel(types, facts)
  if ('fault' in found) return found
  const { type, level } = found
  if (type.systemContactTypeId !== null && type.systemContactTypeId !== systemTypeId)
    return { fault: `the type is only for ${type.systemContactTypeId === 1 ? 'individuals' : 'organizations'}` }
  const span = spanOf(found, facts, today)
  if (span.endsOn < span.startsOn) return { fault: 'the end is before the start' }
  const own = { typeId: type.id, levelId: level?.id ?? null, ...span }
  return { ...own, joinedOn: facts.memberSince ?? span.startsOn, ...endOf(span, facts.state, type.graceDays, today) }
}

interface TypeAndLevel {
  type: TypeWithLevels
  level: MembershipLevel | null
}

const findTypeAndLevel = (
  types: readonly TypeWithLevels[],
  { type: typeName, level: levelName }: StatedMembership,
): TypeAndLevel | { fault: string } => {
  const named = (name: string | undefined, one: { name: string }) =>
    name !== undefined && fold(one.name.trim()) === fold(name.trim())
  const type = types.find((one) => named(typeName, one))
  const wanted = type ? levelName : (levelName ?? typeName)
  const pairs = (type ? [type] : types).flatMap((one) => one.levels.map((level) => ({ type: one, level })))
  const matching = pairs.filter(({ level }) => named(wanted, level))
  const [pair] = matching
  if (pair && matching.length === 1) return pair
  if (!type)
    return { fault: matching.length > 1 ? 'several types have a level of this name' : 'no type or level has this name' }
  if (wanted !== undefined) return { fault: 'the type has no level of this name' }
  const active = type.levels.filter(({ isActive }) => isActive)
  if (active.length > 1) return { fault: 'the type has levels, and the row names none' }
  return { type, level: active[0] ?? null }
}

/**
 * Returns the first day of the term that ends on a day. A membership that is paid for several terms has begun already.
 */
const startBefore = (endsOn: Day, months: number, today: Day): Day => {
  const next = addDays(endsOn, 1)
  // A membership without an end has hundreds of terms until then: only the last of them are counted one by one.
  let count = Math.max(1, Math.floor((monthsOf(next) - monthsOf(today)) / months))
  while (addMonths(next, -months * count) > today) count++
  return addMonths(next, -months * count)
}

const monthsOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/**
 * Returns the current or last term. An end without a start is that of the whole term before it. Without an end, the
 * terms since the join continue to the current day.
 */
const spanOf = ({ type, level }: TypeAndLevel, facts: StatedMembership, today: Day): { startsOn: Day; endsOn: Day } => {
  const rules = rulesOf(type, level)
  const endsOn = facts.endsOn ?? (facts.renewalDue && addDays(facts.renewalDue, -1))
  const startsOn = facts.startsOn ?? facts.memberSince
  if (endsOn !== undefined) return { startsOn: startsOn ?? startBefore(endsOn, rules.months, today), endsOn }
  const isOngoing = facts.state === undefined || facts.state === 'active'
  let term = planTermFrom(rules, startsOn ?? today)
  for (let count = 0; isOngoing && term.endsOn < today && count < MAX_TERMS; count++)
    term = planTermFrom(rules, addDays(term.endsOn, 1))
  return { startsOn: term.startsOn, endsOn: term.endsOn }
}

/**
 * Returns how the membership ended, if it did. One whose grace is over is imported as dropped on the day on which the
 * nightly run would have dropped it: otherwise the next run would drop all of them, with its mails.
 */
const endOf = (
  { endsOn }: { endsOn: Day },
  state: ImportedState | undefined,
  graceDays: number,
  today: Day,
): Omit<ImportedMembership, 'typeId' | 'levelId' | 'joinedOn' | 'startsOn' | 'endsOn'> => {
  const none = { isApproved: true, endedOn: null, suspendedOn: null, cancelledOn: null, droppedOn: null }
  if (state === 'pending') return { ...none, isApproved: false }
  if (state === 'suspended') return { ...none, suspendedOn: today }
  const isOver = endsOn < today
  const endedOn = isOver ? null : addDays(today, -1)
  const day = isOver ? addDays(endsOn, 1) : today
  if (state === 'cancelled') return { ...none, endedOn, cancelledOn: day }
  if (state === 'dropped') return { ...none, endedOn, droppedOn: day }
  const graceEnd = addDays(endsOn, graceDays)
  return graceEnd < today ? { ...none, droppedOn: addDays(graceEnd, 1) } : none
}
