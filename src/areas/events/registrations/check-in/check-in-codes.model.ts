/** Characters of a code that identify a registration: the start of its key. */
const DIGITS = 12
const GROUP = 4

/** The keys that begin with the digits of a check-in code, from the first to the last. */
export interface KeyRange {
  first: string
  last: string
}

const uuidOf = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-')

/** Parses a check-in code such as 4F7A-19C2-88BE, with or without hyphens and spaces; null if it is none. */
export const parseCheckInCode = (text: string): KeyRange | null => {
  const digits = text.replaceAll(/[\s-]/g, '').toLowerCase()
  if (!/^[\da-f]{12}$/.test(digits)) return null
  return { first: uuidOf(digits.padEnd(32, '0')), last: uuidOf(digits.padEnd(32, 'f')) }
}

/** Parses a confirmation number such as E12-40; null if it is none. */
export const parseConfirmationNumber = (text: string): { eventId: number; orderId: number } | null => {
  const [, eventId, orderId] = /^\s*e(\d{1,9})-(\d{1,15})\s*$/i.exec(text) ?? []
  return eventId && orderId ? { eventId: Number(eventId), orderId: Number(orderId) } : null
}

/** The check-in code of a registration, as mails, badges and lists show it. @param key a UUID. */
export const checkInCode = (key: string): string => {
  const digits = key.replaceAll('-', '').slice(0, DIGITS).toUpperCase()
  return [0, 1, 2].map((at) => digits.slice(at * GROUP, (at + 1) * GROUP)).join('-')
}
