/** What a spreadsheet would take for a formula, quoted or not; plain numbers apart. */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** The text as a spreadsheet shows it and never runs it: with an apostrophe ahead. */
export const withoutFormula = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)

/** The text that withoutFormula was given. */
export const unquoted = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)
