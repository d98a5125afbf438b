const DATE = /^(\d{4})-(\d{2})-(\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i
const DAY_CHARACTERS = 10

/** Both a date and a date-time are read wherever either is documented; without a zone UTC is meant. */
export const isDate = (text: string): boolean => {
  const found = DATE.exec(text)
  if (!found) return false
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const made = new Date(Date.UTC(year, month - 1, day))
  if (made.getUTCMonth() !== month - 1 || made.getUTCDate() !== day || year < 1) return false
  return found[4] === undefined || !Number.isNaN(Date.parse(text.replace(' ', 'T')))
}

/** The day that a date or date-time names, as it is written: the time of day does not count. What is neither stays. */
export const dayWritten = (value: unknown): unknown =>
  typeof value === 'string' && value.length > DAY_CHARACTERS && isDate(value) ? value.slice(0, DAY_CHARACTERS) : value
