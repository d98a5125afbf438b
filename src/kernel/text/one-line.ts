/** A visible character: neither white space nor a format character such as U+200B. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

/** Whether a text contains a visible character. */
export const isVisible = (text: string | null | undefined): boolean => VISIBLE.test(text ?? '')

/** Normalizes a name for storage: no white space at its ends, one space between words; '' if nothing of it is visible. */
export const oneLine = (text: string): string => (isVisible(text) ? text.trim().replace(/\s+/g, ' ') : '')
