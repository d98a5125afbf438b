import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { badFile, type Source } from '../tables/source.model.ts'

/** A file in a ZIP file. */
interface Entry {
  method: number
  isEncrypted: boolean
  compressedSize: number
  /** Position of its local header. */
  offset: number
}

/** The files in a ZIP file, which are read without loading it as a whole. */
export interface Zip {
  has(name: string): boolean
  /** Reads the bytes of a file. @param limit bytes at most. @throws 422 `import-file` if it has more, or is damaged. */
  open(name: string, limit: number): AsyncIterable<Buffer>
}

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_SIZE = 22
const ENTRY_SIZE = 46
const LOCAL_SIZE = 30
/** A comment at the end of the file can have this length. */
const MAX_COMMENT = 65_535
/** Bytes of the directory: workbooks have some dozens of files. */
const MAX_DIRECTORY = 4_000_000
const DEFLATED = 8

/** Opens a ZIP file by its directory. @throws 422 `import-file` */
export const openZip = async (source: Source): Promise<Zip> => {
  const entries = parseDirectory(source, await readDirectory(source))
  return {
    has: (name) => entries.has(name),
    open: (name, limit) => readEntry(source, entries.get(name), limit),
  }
}

const damaged = ({ name }: Source) =>
  badFile(`${name} is a damaged workbook. Open it in a program of spreadsheets, and save it again.`)

const readRange = async (source: Source, first: number, length: number): Promise<Buffer> => {
  const last = Math.min(first + length, source.size) - 1
  if (first < 0 || last < first) throw damaged(source)
  const chunks: Buffer[] = []
  for await (const chunk of source.open({ first, last })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const readDirectory = async (source: Source): Promise<Buffer> => {
  const size = Math.min(source.size, END_SIZE + MAX_COMMENT)
  const tail = await readRange(source, source.size - size, size)
  let at = tail.length - END_SIZE
  while (at >= 0 && tail.readUInt32LE(at) !== END_SIGNATURE) at--
  if (at < 0) throw damaged(source)
  const [length, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  if (length > MAX_DIRECTORY) throw badFile(`${source.name} has too many parts for a workbook.`)
  return length === 0 ? Buffer.alloc(0) : readRange(source, offset, length)
}

const parseDirectory = (source: Source, directory: Buffer): Map<string, Entry> => {
  const entries = new Map<string, Entry>()
  let at = 0
  while (at + ENTRY_SIZE <= directory.length) {
    if (directory.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged(source)
    const nameLength = directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength)
    entries.set(name, {
      method: directory.readUInt16LE(at + 10),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      compressedSize: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    })
    at += ENTRY_SIZE + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** The sizes in the directory can be wrong: only the bytes count that were read. */
async function* readEntry(source: Source, entry: Entry | undefined, limit: number): AsyncGenerator<Buffer> {
  if (!entry) throw damaged(source)
  if (entry.isEncrypted) throw badFile(`${source.name} is protected by a password. Save it without one.`)
  const local = await readRange(source, entry.offset, LOCAL_SIZE)
  if (local.length < LOCAL_SIZE) throw damaged(source)
  const first = entry.offset + LOCAL_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28)
  const last = first + entry.compressedSize - 1
  if (last >= source.size) throw damaged(source)
  if (entry.compressedSize === 0) return
  let size = 0
  for await (const chunk of inflated(source, source.open({ first, last }), entry.method)) {
    size += chunk.length
    if (size > limit)
      throw badFile(
        `${source.name} has a part of more than ${limit / 1_000_000} MB. Split the table, or save it as CSV UTF-8.`,
      )
    yield chunk
  }
}

async function* inflated(source: Source, bytes: AsyncIterable<Buffer>, method: number): AsyncGenerator<Buffer> {
  if (method === 0) {
    yield* bytes
    return
  }
  if (method !== DEFLATED) throw damaged(source)
  const inflate = createInflateRaw()
  const input = Readable.from(bytes).on('error', (error) => inflate.destroy(error))
  try {
    for await (const chunk of input.pipe(inflate)) yield chunk as Buffer
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? damaged(source) : error
  } finally {
    input.destroy()
    inflate.destroy()
  }
}
