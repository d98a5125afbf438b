import { Readable } from 'node:stream'
import type { Entry, ZipFile } from 'yauzl'
import { Problem } from '#kernel/errors/problem'
import { badFile, describeDamage, type Source } from '../tables/source.model.ts'

/** The files in a ZIP file, which are read without loading it as a whole. */
export interface Zip {
  has(name: string): boolean
  /** Reads the bytes of a file. @param limit bytes at most. @throws 422 `import-file` if it has more, or is damaged. */
  open(name: string, limit: number): AsyncIterable<Buffer>
}

/** Workbooks have some dozens of files. */
const MAX_ENTRIES = 20_000

/** Opens a ZIP file by its directory. @throws 422 `import-file` */
export const openZip = async (source: Source): Promise<Zip> => {
  const reading = new Reading(source)
  const zip = await openDirectory(reading)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (error) {
    throw reading.problemOf(error)
  }
  return {
    has: (name) => entries.has(name),
    open: (name, limit) => readEntry(reading, zip, entries.get(name), limit),
  }
}

const openDirectory = async (reading: Reading): Promise<ZipFile> => {
  // Only processes that read workbooks load it.
  const { fromRandomAccessReaderPromise, RandomAccessReader } = (await import('yauzl')).default
  class Reader extends RandomAccessReader {
    override _readStreamForRange(first: number, end: number): Readable {
      return Readable.from(reading.bytes(first, end), { objectMode: false })
    }
  }
  const { size, name } = reading.source
  const zip = await fromRandomAccessReaderPromise(new Reader(), size, { autoClose: false }).catch((error) => {
    throw reading.problemOf(error)
  })
  if (zip.entryCount > MAX_ENTRIES) throw badFile(`${name} has too many parts for a workbook.`)
  return zip
}

// Its size is that of the directory: reading fails if the part has more bytes.
async function* readEntry(
  reading: Reading,
  zip: ZipFile,
  entry: Entry | undefined,
  limit: number,
): AsyncGenerator<Buffer> {
  const { name } = reading.source
  if (!entry) throw reading.damaged()
  if (entry.isEncrypted()) throw badFile(`${name} is protected by a password. Save it without one.`)
  if (entry.uncompressedSize > limit)
    throw badFile(`${name} has a part of more than ${limit / 1_000_000} MB. Split the table, or save it as CSV UTF-8.`)
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk
  } catch (error) {
    throw reading.problemOf(error)
  }
}

/** Tells the failures of the file store from the faults of the file. */
class Reading {
  readonly source: Source
  #failure: unknown

  constructor(source: Source) {
    this.source = source
  }

  async *bytes(first: number, end: number): AsyncGenerator<Buffer> {
    if (first >= end) return
    try {
      yield* this.source.open({ first, last: end - 1 })
    } catch (error) {
      this.#failure = error
      throw error
    }
  }

  damaged(): Problem {
    return badFile(describeDamage(this.source.name))
  }

  /** Returns the failure of the store, a problem that is thrown already, or that the file is damaged. */
  problemOf(error: unknown): unknown {
    if (this.#failure !== undefined) return this.#failure
    return error instanceof Problem ? error : this.damaged()
  }
}
