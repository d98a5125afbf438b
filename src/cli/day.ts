import { InvalidArgumentError } from 'commander'

/** Parses a day of an option. */
export const readDay = (text: string): string => {
  const day = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError('It must be a day such as 2027-01-31.')
  }
  return text
}
