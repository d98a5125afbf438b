/** What leaves a mark: neither a blank nor a character that only steers others, such as U+200B. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

/** Whether anything of a text can be seen. */
export const isVisible = (text: string | null | undefined): boolean => VISIBLE.test(text ?? '')

/** A name as it is kept: no blanks at its ends, one between words; '' where nothing of it can be seen. */
export const oneLine = (text: string): string => (isVisible(text) ? text.trim().replace(/\s+/g, ' ') : '')
