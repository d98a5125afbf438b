import { InputFaults } from '#kernel/errors/input-faults'
import { badInput } from '#kernel/errors/problem'
import { dateOf } from '#kernel/time/day'
import { parseLine, parseLines } from './contacts.input.ts'

/** Returns the current value if the request does not contain the field. */
export const pickSent = <T>(sent: T | undefined, current: T): T => (sent === undefined ? current : sent)

/** Parses a line of text: null if it is blank, undefined if the request does not contain the field. */
export const parseLineField = (value: string | null | undefined, pointer: string): string | null | undefined => {
  const faults = new InputFaults()
  const text = parseLine(value, pointer, faults)
  faults.refuse()
  return text
}

/** Parses a line of text that must not be blank. A field that the request does not contain keeps its value. */
export const parseRequiredField = (
  value: string | null | undefined,
  current: string | undefined,
  pointer: string,
): string => {
  const text = value === undefined ? current : parseLineField(value, pointer)
  if (!text) throw badInput(pointer, 'is required and must not be blank')
  return text
}

/** Parses a text of several lines: null if it is blank, undefined if the request does not contain the field. */
export const parseLinesField = (value: string | null | undefined, pointer: string): string | null | undefined => {
  const faults = new InputFaults()
  const text = parseLines(value, pointer, faults)
  faults.refuse()
  return text
}

/** Returns the midnight in UTC of a day, which is how days are stored, also if the day is sent so. */
export const parseDay = (value: string | null | undefined): Date | null | undefined => {
  if (value === undefined) return undefined
  return value ? dateOf(value.slice(0, 10)) : null
}

/** Rejects an end before the start. */
export const requirePeriod = (start: Date | null, end: Date | null, pointer: string): void => {
  if (start && end && end < start) throw badInput(pointer, 'must not be before the start')
}
