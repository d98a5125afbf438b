import type { FieldFault } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'

/** Returns what was sent, or the current value if the field is left out. */
export const pick = <T>(sent: T | undefined, current: T): T => (sent === undefined ? current : sent)

/** Returns an id as digits: undefined if it was not sent, null for none. */
export const idOf = (sent: string | null | undefined): number | null | undefined =>
  sent === undefined ? undefined : Number(sent || 0) || null

/** Returns an amount with two decimals; undefined if it was not sent. More decimals are a fault. */
export const centsOf = (
  sent: number | null | undefined,
  pointer: string,
  faults: FieldFault[],
): string | null | undefined => {
  if (sent === undefined || sent === null) return sent
  const text = fromCents(toCents(sent))
  if (Number(text) !== sent) faults.push({ pointer, message: 'must have at most two decimals' })
  return text
}

/** Returns the amount that was sent, or the stored one if the field is left out. */
export const pickAmount = (
  sent: string | null | undefined,
  current: { toFixed(digits: number): string } | null | undefined,
): string | null => (sent === undefined ? (current?.toFixed(2) ?? null) : sent)

/** Returns a number of pieces as digits; undefined if it was not sent. */
export const piecesOf = (
  sent: string | null | undefined,
  pointer: string,
  faults: FieldFault[],
): number | undefined => {
  if (sent === undefined || sent === null || sent.trim() === '') return undefined
  const pieces = /^-?\d{1,9}$/.test(sent.trim()) ? Number(sent) : Number.NaN
  if (Number.isNaN(pieces)) faults.push({ pointer, message: 'must be a whole number of at most nine digits' })
  return Number.isNaN(pieces) ? undefined : pieces
}
