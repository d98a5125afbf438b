import { isStorable } from '../rows/cells.model.ts'

const DELIMITERS = [',', ';', '\t', '|']

/** Whether a text can separate columns. */
export const isDelimiter = (text: string): boolean => /^[^"\r\n]$/.test(text) && isStorable(text)

/** The line by which Excel recognizes a delimiter, before the headers. */
const DECLARED = /^sep=(.)\r?\n/i

/** The delimiter of a text, and the number of lines before the headers. */
export interface Delimited {
  delimiter: string
  /** The line `sep=;` of Excel. */
  skippedLines: number
}

/** Finds the delimiter: the declared one, or the one that splits the header into the most columns outside of quotes. */
export const detectDelimiter = (text: string): Delimited => {
  const declared = DECLARED.exec(text)?.[1]
  if (declared !== undefined && isDelimiter(declared)) return { delimiter: declared, skippedLines: 1 }
  const header =
    text
      .replace(/"(?:[^"]|"")*"/g, '')
      .split(/\r\n|\n|\r/)
      .find((line) => line !== '') ?? ''
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  return { delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',', skippedLines: 0 }
}
