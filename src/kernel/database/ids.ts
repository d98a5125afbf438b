/**
 * The largest id that a record can have, except those of tables with `bigint` ids, which are below 2^53. Fields and paths may
 * carry more digits.
 */
export const MAX_ID = 2_147_483_647

/** Returns whether digits can be the id of a record whose id is an integer. */
export const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID

/** Whether digits can be the id of a record whose id is a bigint. */
export const isLargeId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
