import { MAX_ID } from '../database/ids.ts'

/** The patterns of ids that the contract documents as text: by their digits follows the type of their column. */
const DIGITS = /^\^\[0-9\]\{1,(\d+)\}\$$/

/** The largest ids of the types of columns that have fewer digits than some numbers of as many digits. */
const LARGEST: ReadonlyMap<number, bigint> = new Map([
  [10, BigInt(MAX_ID)],
  [19, 9_223_372_036_854_775_807n],
])

/** Returns the largest id of the column that a pattern of the contract describes; undefined for other patterns. */
export const findLargestId = (pattern: string): bigint | undefined => LARGEST.get(Number(DIGITS.exec(pattern)?.[1]))

/**
 * Returns an id of a body as text. PostgreSQL would not read a number beyond the range of its column. The largest number
 * replaces it: no record has this id either, so that the operation responds as for every unknown id, and names the field.
 */
export const readIdText = (value: string, largest: bigint): string => {
  const text = String(largest)
  return value.length === text.length && /^[0-9]+$/.test(value) && value > text ? text : value
}
