/** Results of formulas that have failed, in English and German versions of Excel. */
const ERRORS = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|NV|BEZUG!|WERT!|ZAHL!|ÜBERLAUF!)$/

/** Neither PostgreSQL nor JSON can store U+0000 and halves of characters. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Replaces what cannot be stored by U+FFFD. */
export const storable = (text: string): string =>
  isStorable(text) ? text : text.replaceAll('\0', '\ufffd').toWellFormed()

/** Returns why no field can have the text of a cell; undefined if one can. */
export const cellFault = (text: string): string | undefined => {
  if (!isStorable(text)) return `contains a character that cannot be stored: ${nameOfUnstorable(text)}`
  return ERRORS.test(text) ? 'contains an error of the spreadsheet: correct or empty the cell' : undefined
}

const nameOfUnstorable = (text: string): string => (text.includes('\0') ? 'NUL (U+0000)' : 'half of a UTF-16 pair')
