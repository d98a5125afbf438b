import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { TextDecoder } from 'node:util'
import { UserError } from '../failure.ts'

/** A file of comma-separated values or similar, with its detected format. */
export interface Source {
  path: string
  /** Bytes. */
  size: number
  /** SHA-256, hex. */
  hash: string
  /** As TextDecoder names it. */
  encoding: string
  delimiter: string
}

/** Detects encoding and delimiter of a file. @throws UserError if the file cannot be read. */
export const inspectSource = async (
  path: string,
  wanted: { encoding?: string; delimiter?: string },
): Promise<Source> => {
  const hash = createHash('sha256')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let head = Buffer.alloc(0)
  for await (const chunk of open(path)) {
    hash.update(chunk)
    if (head.length < HEAD) head = Buffer.concat([head, chunk])
    isUtf8 &&= isDecodable(utf8, chunk)
  }
  isUtf8 &&= isDecodable(utf8)
  const encoding = wanted.encoding ?? byMark(head) ?? (isUtf8 ? 'utf-8' : 'windows-1252')
  const start = decoderOf(encoding).decode(head.subarray(0, HEAD), { stream: true })
  const delimiter = wanted.delimiter ?? likeliestDelimiter(start)
  return { path, size: statSync(path).size, hash: hash.digest('hex'), encoding, delimiter }
}

const HEAD = 65_536

async function* open(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Buffer
  } catch (error) {
    throw new UserError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

const isDecodable = (decoder: TextDecoder, chunk?: Buffer): boolean => {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

/** By the byte order mark. */
const byMark = (head: Buffer): string | undefined => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

export const decoderOf = (encoding: string): TextDecoder => {
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new UserError(`--encoding: "${encoding}" is not a known encoding. Use utf-8, windows-1252 or utf-16le.`)
  }
}

const DELIMITERS = [',', ';', '\t', '|']

/** The delimiter that splits the header into the most columns; quoted text is ignored. */
const likeliestDelimiter = (text: string): string => {
  const header =
    text
      .replace(/"(?:[^"]|"")*"/g, '')
      .split(/\r?\n/)
      .find((line) => line.trim() !== '') ?? ''
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}
