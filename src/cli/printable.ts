/** Replaces control characters: text from others must not control the terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ')
