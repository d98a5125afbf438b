import type { ImportWarning } from '#contract/people/imports'
import { ruleRefused } from '#kernel/errors/problem'
import type { ByteRange } from '#services/files/file-store'
import { findFieldOfHeader } from '../columns/fields.model.ts'
import { isStorable } from '../rows/values.model.ts'

/** The bytes of a file: a local one, or an upload in the file store. */
export interface Source {
  /** The name of the file. */
  name: string
  /** Bytes. */
  size: number
  /** Reads the bytes, or a part of them; it can be called again. */
  open(range?: ByteRange): AsyncIterable<Buffer>
}

export interface TableRow {
  /** The line of its start, from 1. */
  line: number
  fields: string[]
}

/** A file of rows, with its detected format. */
export interface Table {
  source: Source
  /** SHA-256, hex. */
  hash: string
  /** As TextDecoder names it; null for a workbook. */
  encoding: string | null
  /** Null for a workbook. */
  delimiter: string | null
  /** The name of the sheet of a workbook; null for a text file. */
  sheet: string | null
  /** The names of all sheets of a workbook; none for a text file. */
  sheets: readonly string[]
  /** What is doubtful about the file. */
  warnings: readonly ImportWarning[]
  /** Reads the rows one after the other, header first. Skips empty rows. @throws 422 `import-file`. */
  rows(): AsyncGenerator<TableRow>
}

/** The format in which a file is read; what is absent is detected. */
export interface TableFormat {
  encoding?: string | null | undefined
  delimiter?: string | null | undefined
  /** The name of a sheet; the first one by default. */
  sheet?: string | null | undefined
}

/** Returns the problem of a workbook that is damaged. */
export const describeDamage = (name: string): string =>
  `${name} is a damaged workbook. Open it in a program of spreadsheets, and save it again.`

/** Returns the problem 422 for a file that cannot be imported. */
export const badFile = (detail: string) => ruleRefused('import-file', detail)

/** The advice how to save a table so that it can be imported. */
export const SAVE_AS = 'Save the table as a workbook (.xlsx) or as CSV UTF-8, and import that file.'

const startsWith = (head: Buffer, ...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte)

const KINDS: readonly (readonly [what: string, bytes: readonly number[]])[] = [
  ['is a workbook of old versions of Excel (.xls), or is protected by a password', [0xd0, 0xcf, 0x11, 0xe0]],
  ['is a workbook of old versions of Excel (.xls)', [0x09, 0x08]],
  ['is a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['is a compressed file', [0x1f, 0x8b]],
  ['is a compressed file', [0x37, 0x7a, 0xbc, 0xaf]],
  ['is a compressed file', [0x52, 0x61, 0x72, 0x21]],
  ['is a document of a word processor', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['is an image', [0x89, 0x50, 0x4e, 0x47]],
  ['is an image', [0xff, 0xd8, 0xff]],
]

/** Returns what a file is whose first bytes are those of another kind than a table; undefined if they are not. */
export const detectOtherKind = (head: Buffer): string | undefined => {
  const known = KINDS.find(([, bytes]) => startsWith(head, ...bytes))
  if (known) return known[0]
  const start = head.subarray(0, 1000).toString('latin1').trimStart().toLowerCase()
  if (/^(?:<!doctype html|<html|<table)/.test(start)) return 'is a web page, which some programs name .xls'
  if (start.startsWith('<?xml')) return 'is an XML file'
  if (/^(?:\{\s*"|\[\s*[{["])/.test(start)) return 'is a JSON file'
  return undefined
}

/** Tests whether a file is a workbook of Excel 2007 and later, or another ZIP file. */
export const isZip = (head: Buffer): boolean => startsWith(head, 0x50, 0x4b, 0x03, 0x04)

const CONTROLS = /[^\P{Cc}\t\r\n]|\ufffd/gu
/** Characters in a hundred, and in all, that no text has so many of. */
const MAX_SHARE = 5
const MAX_COUNT = 8

/**
 * Returns whether the start of a decoded file is no text. Single characters that cannot be stored are the matter of
 * their rows.
 */
export const isBinary = (start: string): boolean => {
  const count = start.match(CONTROLS)?.length ?? 0
  return count > MAX_COUNT && count * 100 > start.length * MAX_SHARE
}

const DELIMITERS = [',', ';', '\t', '|']

/** Returns whether a text can separate columns. */
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
    known: headers.filter((header) => findFieldOfHeader(header) !== undefined).length,
    isEven: headers.length > 1 && lines.every((line) => line.split(delimiter).length === headers.length),
  }
}
