import { type FileHandle, open } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import type { RefusedRow } from '#areas/people/contacts/imports/imports.service'
import { UserError } from '../failure.ts'

/**
 * The refused rows as CSV: line, reasons, and the original row, so that it can be corrected and imported separately. Rows
 * are on disk before the commit of their batch; rows of a batch that was not committed are cut off.
 */
export class RefusalReport {
  readonly path: string
  readonly #file: FileHandle
  /** Bytes that belong to committed batches. */
  #settled: number
  #pending = 0

  private constructor(path: string, file: FileHandle, settled: number) {
    this.path = path
    this.#file = file
    this.#settled = settled
  }

  /** Opens a report. The report of an earlier run is kept up to the last line of that run. */
  static async open(path: string, headers: readonly string[], lastLine: number): Promise<RefusalReport> {
    try {
      const file = await open(path, lastLine === 0 ? 'w+' : 'a+').then(async (handle) => {
        await handle.close()
        return open(path, 'r+')
      })
      const text = await beginReport(file, headers, lastLine).catch(async (error) => {
        await file.close()
        throw error
      })
      return new RefusalReport(path, file, Buffer.byteLength(text))
    } catch (error) {
      throw new UserError(
        `The report ${path} cannot be written: ${(error as Error).message}. Choose another file with --report.`,
      )
    }
  }

  /** Writes the refused rows of a batch. Replaces those that an earlier attempt at the same batch wrote. */
  async write(refusals: readonly RefusedRow[], rowOf: (line: number) => readonly string[]): Promise<void> {
    const text = csv(refusals.map(({ line, reasons }) => [String(line), reasons.join('; '), ...rowOf(line)]))
    await this.#file.truncate(this.#settled)
    if (text !== '') await this.#file.write(text, this.#settled)
    await this.#file.datasync()
    this.#pending = Buffer.byteLength(text)
  }

  /** Keeps the rows of a batch, after its commit. */
  settle(): void {
    this.#settled += this.#pending
    this.#pending = 0
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

const csv = (rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : stringify(rows as string[][], { escape_formulas: true })

const keptRows = (text: string, lastLine: number): string[][] => {
  const rows: string[][] = parse(text, { relax_column_count: true, relax_quotes: true, bom: true })
  return rows.filter(([line], at) => at === 0 || Number(line) <= lastLine)
}

/** Writes what a report contains before the first new row, and returns it. */
const beginReport = async (file: FileHandle, headers: readonly string[], lastLine: number): Promise<string> => {
  const kept = keptRows(await file.readFile('utf8'), lastLine)
  const text = kept.length > 0 ? csv(kept) : csv([['line', 'reason', ...headers]])
  await file.truncate(0)
  await file.write(text, 0)
  return text
}
