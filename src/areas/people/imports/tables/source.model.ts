import type { ImportWarning } from '#contract/people/imports'
import { ruleRefused } from '#kernel/errors/problem'
import type { ByteRange } from '#services/files/file-store'

/** The bytes of a file: a local one, or an upload in the file store. */
export interface Source {
  /** The name of the file. */
  name: string
  /** Bytes. */
  size: number
  /** Reads the bytes, or a part of them; it can be called again. */
  open(range?: ByteRange): AsyncIterable<Buffer>
}

/** A row of a table. */
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

/** How a file is to be read; what is absent is detected. */
export interface TableFormat {
  encoding?: string | null | undefined
  delimiter?: string | null | undefined
  /** The name of a sheet; the first one by default. */
  sheet?: string | null | undefined
}

/** The problem of a workbook that is damaged. */
export const damagedText = (name: string): string =>
  `${name} is a damaged workbook. Open it in a program of spreadsheets, and save it again.`

/** 422 for a file that cannot be imported. */
export const badFile = (detail: string) => ruleRefused('import-file', detail)
