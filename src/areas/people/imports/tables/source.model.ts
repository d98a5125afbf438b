import { ruleRefused } from '#kernel/errors/problem'

/** The bytes of a file: a local one, or an upload in the file store. */
export interface Source {
  /** The name of the file. */
  name: string
  /** Bytes. */
  size: number
  /** Reads the bytes from the start; it can be called again. */
  open(): AsyncIterable<Buffer>
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
  /** As TextDecoder names it. */
  encoding: string
  delimiter: string
  /** Reads the rows one after the other, header first. Skips empty rows. @throws 422 `import-file`. */
  rows(): AsyncGenerator<TableRow>
}

/** How a file is to be read; what is absent is detected. */
export interface TableFormat {
  encoding?: string | null | undefined
  delimiter?: string | null | undefined
}

/** 422 for a file that cannot be imported. */
export const badFile = (detail: string) => ruleRefused('import-file', detail)
