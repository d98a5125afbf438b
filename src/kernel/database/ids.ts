/** The largest id that a record can have: ids are whole numbers of 32 bits. Fields and paths may carry more digits. */
export const MAX_ID = 2_147_483_647

/** Returns whether digits can be the id of a record at all. */
export const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID
