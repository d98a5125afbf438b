import { fieldOfHeader } from '../columns/fields.model.ts'
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

/** Lines that show whether a delimiter splits all of them alike. */
const COMPARED = 20

/**
 * Finds the delimiter: the declared one, or the one that splits the first lines into the same number of columns. Of
 * several, the one that makes the most headers of known fields, then the most columns. Texts in quotes do not count.
 */
export const detectDelimiter = (text: string): Delimited => {
  const declared = DECLARED.exec(text)?.[1]
  if (declared !== undefined && isDelimiter(declared)) return { delimiter: declared, skippedLines: 1 }
  const lines = firstLines(text)
  const [best] = DELIMITERS.map((delimiter) => splitBy(delimiter, lines)).sort(
    (a, b) => Number(b.isEven) - Number(a.isEven) || b.known - a.known || b.columns - a.columns,
  )
  return { delimiter: best?.delimiter ?? ',', skippedLines: 0 }
}

/** Returns the first lines without the delimiters and line breaks in quotes. */
const firstLines = (text: string): string[] => {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.replace(/[,;\t|\r\n]/g, ''))
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '')
  // The last line can be cut off.
  return (lines.length > 2 ? lines.slice(0, -1) : lines).slice(0, COMPARED)
}

const splitBy = (delimiter: string, lines: readonly string[]) => {
  const headers = (lines[0] ?? '').split(delimiter)
  return {
    delimiter,
    columns: headers.length,
    known: headers.filter((header) => fieldOfHeader(header) !== undefined).length,
    isEven: headers.length > 1 && lines.every((line) => line.split(delimiter).length === headers.length),
  }
}
