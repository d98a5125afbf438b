import { InvalidArgumentError } from 'commander'
import { isDay } from '#kernel/time/written-date'

/** Parses a day of an option. */
export const readDay = (text: string): string => {
  if (isDay(text)) return text
  throw new InvalidArgumentError('It must be a day such as 2027-01-31.')
}
