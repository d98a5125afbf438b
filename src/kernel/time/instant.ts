/** The instant that a documented date or date-time names; without a zone UTC is meant, whatever the server's own is. */
export const instantOf = (text: string): Date => {
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10))
  return new Date(text.length > 10 ? text.replace(' ', 'T') + (hasZone ? '' : 'Z') : `${text}T00:00:00Z`)
}

/** The same of a field: null where it is blank; undefined where the request says nothing about it. */
export const readInstant = (value: string | null | undefined): Date | null | undefined =>
  value === undefined ? undefined : value ? instantOf(value) : null
