import { createReadStream } from 'node:fs'
import type { TextDecoder } from 'node:util'
import { CsvError, parse } from 'csv-parse'
import { UserError } from '../failure.ts'
import { decoderOf, type Source } from './source.ts'

/** A row of the file. */
export interface CsvRecord {
  /** The line of its start, from 1. */
  line: number
  fields: string[]
  /** Bytes of the file that were read up to this record. */
  bytes: number
}

/** Reads the rows of a file one after the other, header first. Skips empty rows. */
export async function* readRecords(source: Source): AsyncGenerator<CsvRecord> {
  const file = createReadStream(source.path)
  const parser = parse({
    bom: true,
    delimiter: source.delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    // Without a limit, a missing closing quote would make one record of the rest of the file.
    max_record_size: 1_000_000,
  })
  const failed = feed(file, decoderOf(source.encoding), parser).catch((error) => parser.destroy(error))
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { line: info.lines - lineBreaks(record), fields: record, bytes: file.bytesRead }
    }
    await failed
  } catch (error) {
    if (error instanceof CsvError) throw new UserError(`${source.path} is not well formed: ${error.message}`)
    throw error
  } finally {
    file.destroy()
  }
}

const feed = async (
  file: AsyncIterable<Buffer>,
  decoder: TextDecoder,
  parser: NodeJS.WritableStream & { once(event: 'drain', heard: () => void): unknown },
): Promise<void> => {
  for await (const chunk of file) {
    const hasRoom = parser.write(decoder.decode(chunk, { stream: true }))
    if (!hasRoom) await new Promise<void>((resolve) => parser.once('drain', resolve))
  }
  parser.end(decoder.decode())
}

const lineBreaks = (fields: readonly string[]): number =>
  fields.reduce((sum, field) => sum + (field.includes('\n') ? field.split('\n').length - 1 : 0), 0)
