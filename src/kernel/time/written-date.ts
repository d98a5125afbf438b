const DATE = /^(\d{4})-(\d{2})-(\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i
const DAY_CHARACTERS = 10

/** Both a date and a date-time are accepted where either is documented; without a zone it is UTC. */
export const isDate = (text: string): boolean => {
  const found = DATE.exec(text)
  if (!found) return false
  const year = Number(found[1])
  const month = Number(found[2])
  const day = Number(found[3])
  const made = new Date(Date.UTC(year, month - 1, day))
  if (made.getUTCMonth() !== month - 1 || made.getUTCDate() !== day || year < 1) return false
  return found[4] === undefined || !Number.isNaN(Date.parse(text.replace(' ', 'T')))
}

/** Cuts a date or date-time to its day, as written. Returns any other text unchanged. */
export const dayWritten = (value: unknown): unknown =>
  typeof value === 'string' && value.length > DAY_CHARACTERS && isDate(value) ? value.slice(0, DAY_CHARACTERS) : value
