import { fold } from '#kernel/text/fold'

/** Returns a text as headers and names are compared: its letters and digits, without case and accents. */
export const plainKey = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '')
