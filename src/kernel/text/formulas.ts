/** A text that a spreadsheet would run as a formula, quoted or not; numbers are excluded. */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Adds an apostrophe before a formula, so that a spreadsheet shows the text and does not run it. */
export const withoutFormula = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)

/** Reverses withoutFormula. */
export const unquoted = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)
