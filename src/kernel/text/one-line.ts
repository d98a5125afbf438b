/** A visible character: neither white space nor a format character such as U+200B. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

/** Returns whether a text contains a visible character. */
export const isVisible = (text: string | null | undefined): boolean => VISIBLE.test(text ?? '')

/** Words of printable ASCII with one space between them. Most texts are: one test replaces all that normalize them. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/** Returns whether a text of one line is visible and needs no normalization. */
export const isPlainLine = (text: string): boolean => PLAIN.test(text)

/** Normalizes a name for storage: no white space at its ends, one space for white space and control characters; '' if nothing of it is visible. */
export const oneLine = (text: string): string => {
  if (isPlainLine(text)) return text
  return isVisible(text) ? text.replace(/[\s\p{Cc}]+/gu, ' ').trim() : ''
}

/**
 * Normalizes the text of an optional field; null if nothing of it is visible.
 *
 * @param current what stays if a request leaves the field out.
 */
export const optionalLine = (sent: string | null | undefined, current: string | null = null): string | null =>
  sent === undefined ? current : oneLine(sent ?? '') || null
