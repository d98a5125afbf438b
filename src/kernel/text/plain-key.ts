import { fold } from './fold.ts'

/** Returns a text as headers and names are compared: its letters and digits, without case and accents. */
export const plainKey = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '')
