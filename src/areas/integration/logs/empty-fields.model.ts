/** Fields of events whose empty text means that the value is absent: loggers send all their fields. */
const CAN_BE_EMPTY: ReadonlySet<string> = new Set(['Severity', 'CreatedDate', 'Level', 'OccurredDate'])

/** Returns an event, or a list of events, without these fields where they are empty. Anything else is returned unchanged. */
export const withoutEmptyFields = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(withoutEmptyFields)
  if (typeof body !== 'object' || body === null) return body
  const isKept = ([name, value]: [string, unknown]) => !(CAN_BE_EMPTY.has(name) && isEmpty(value))
  return Object.fromEntries(Object.entries(body).filter(isKept))
}

const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''
