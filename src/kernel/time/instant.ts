/** Parses a documented date or date-time to an instant; without a zone it is UTC, independent of the server's zone. */
export const instantOf = (text: string): Date => {
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10))
  return new Date(text.length > 10 ? text.replace(' ', 'T') + (hasZone ? '' : 'Z') : `${text}T00:00:00Z`)
}

/** Reads the instant of a field: null if it is blank, undefined if the request leaves it out. */
export const readInstant = (value: string | null | undefined): Date | null | undefined =>
  value === undefined ? undefined : value ? instantOf(value) : null
