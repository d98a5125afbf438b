import type { InputFaults } from '#kernel/errors/input-faults'
import { CONTROLS } from '#kernel/text/controls'
import { isVisible } from '#kernel/text/one-line'

const CONTROLS_BUT_LINES = /[^\P{Cc}\n\t]/u

/**
 * A text of one line as it is kept: trimmed, runs of blanks made one; one that shows nothing is null. Undefined (the
 * field is not in the request) stays undefined. Control characters are refused.
 */
export const readLine = <T extends string | null | undefined>(
  value: T,
  pointer: string,
  faults: InputFaults,
): T | string | null => {
  if (value === undefined || value === null) return value
  const text = value.trim().replace(/[ \t\u00a0\u3000]+/g, ' ')
  if (CONTROLS.test(text)) faults.malformed(pointer, 'holds a control character')
  return isVisible(text) ? text : null
}

/** The same for a text that may have several lines. */
export const readLines = <T extends string | null | undefined>(
  value: T,
  pointer: string,
  faults: InputFaults,
): T | string | null => {
  if (value === undefined || value === null) return value
  const text = value.replace(/\r\n?/g, '\n').trim()
  if (CONTROLS_BUT_LINES.test(text)) faults.malformed(pointer, 'holds a control character')
  return text || null
}
