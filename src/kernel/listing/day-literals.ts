import { parseDayIn } from '../time/written-date.ts'
import type { Literal } from './filter.ts'

/** Returns the day of an instant that is compared with days; another value unchanged. */
export const dayLiteral = (value: Literal, timeZone: string): Literal => {
  const day = value.kind === 'instant' ? parseDayIn(timeZone, value.text) : null
  return day === null ? value : { kind: 'date', text: day }
}
