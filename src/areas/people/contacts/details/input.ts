import { InputFaults } from '#kernel/errors/input-faults'
import { badInput } from '#kernel/errors/problem'
import { parseLine, parseLines } from '../contacts.input.ts'

/** A line of text as it is kept, null where it is blank; undefined where the request says nothing about it. */
export const optionalLine = (value: string | null | undefined, pointer: string): string | null | undefined => {
  const faults = new InputFaults()
  const text = parseLine(value, pointer, faults)
  faults.refuse()
  return text
}

/** A line of text that must not be blank; `current` is what stays where the request says nothing about it. */
export const neededLine = (value: string | null | undefined, current: string | undefined, pointer: string): string => {
  const text = value === undefined ? current : optionalLine(value, pointer)
  if (!text) throw badInput(pointer, 'is needed and must not be blank')
  return text
}

/** Text of several lines, null where it is blank. */
export const optionalLines = (value: string | null | undefined, pointer: string): string | null | undefined => {
  const faults = new InputFaults()
  const text = parseLines(value, pointer, faults)
  faults.refuse()
  return text
}

/** The day of a date or date-time as midnight in UTC, which is how days are kept; the time of day does not count. */
export const readDay = (value: string | null | undefined): Date | null | undefined => {
  if (value === undefined) return undefined
  return value ? new Date(`${value.slice(0, 10)}T00:00:00Z`) : null
}

/** YYYY-MM-DD of a day that was kept. */
export const writeDay = (day: Date | null): string | null => (day ? day.toISOString().slice(0, 10) : null)

/** Refuses with 422 a reference to what does not exist here, be it nowhere or in another tenant. */
export const refuseReference = (pointer: string, message: string): never => {
  const faults = new InputFaults()
  faults.unknownReference(pointer, message)
  faults.refuse()
  throw new Error('unreachable')
}

/** Refuses an end before the start. */
export const assertPeriod = (start: Date | null, end: Date | null, pointer: string): void => {
  if (start && end && end < start) throw badInput(pointer, 'must not be before the start')
}
