import type { FileHandle } from 'node:fs/promises'

/** The unit of a tar file. */
export const BLOCK = 512
/** The largest entry that the size in octal digits can state: 8 GiB. */
const MAX_ENTRY = 8 ** 11 - 1

/** An entry of a tar file, and where its bytes begin. */
export interface TarEntry {
  name: string
  size: number
  start: number
}

/** A file that is not a tar file as this product writes it. */
export class TarFault extends Error {
  override readonly name = 'TarFault'
}

/** Returns the header of a regular file (POSIX ustar). @param name ASCII, 99 characters at most */
export const writeTarHeader = (name: string, size: number, modified: Date): Buffer => {
  if (name.length > 99 || size > MAX_ENTRY) throw new TarFault(`The entry ${name} of ${size} bytes is too large`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) =>
    `${Math.floor(value)
      .toString(8)
      .padStart(length - 1, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(modified.getTime() / 1000, 12), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Returns the zeros after the bytes of an entry, up to the next block. */
export const writeTarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** Two empty blocks end a tar file. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/**
 * Reads the headers of a tar file one after the other. Only regular files with plain names are accepted: no links, folders,
 * devices or extensions. Nothing follows the two empty blocks of the end.
 *
 * @throws TarFault.
 */
export async function* readTar(file: FileHandle): AsyncGenerator<TarEntry> {
  const { size: end } = await file.stat()
  for (let at = 0; ; ) {
    const header = await readBlock(file, at)
    if (isEmpty(header)) {
      if (!isEmpty(await readBlock(file, at + BLOCK))) throw new TarFault('The archive continues after its end.')
      if (end > at + TAR_END.length) throw new TarFault('The archive continues after its end.')
      return
    }
    const { name, size } = parseHeader(header)
    const start = at + BLOCK
    at = start + size + writeTarPadding(size).length
    if (at > end) throw new TarFault(`The archive ends within ${name}. It is not complete.`)
    yield { name, size, start }
  }
}

const readBlock = async (file: FileHandle, at: number): Promise<Buffer> => {
  const block = Buffer.alloc(BLOCK)
  const { bytesRead } = await file.read(block, 0, BLOCK, at)
  if (bytesRead < BLOCK) throw new TarFault(at === 0 ? NOT_AN_ARCHIVE : 'The archive has no end. It is not complete.')
  return block
}

const NOT_AN_ARCHIVE = 'The file is not a tenant archive.'
const isEmpty = (block: Buffer): boolean => block.every((byte) => byte === 0)

const parseHeader = (header: Buffer): { name: string; size: number } => {
  const text = (from: number, length: number) => header.toString('latin1', from, from + length).split('\0')[0] ?? ''
  const sum = Number.parseInt(text(148, 8), 8)
  if (text(257, 6) !== 'ustar' || sum !== checksumOf(header)) throw new TarFault(NOT_AN_ARCHIVE)
  const name = text(0, 100)
  const size = text(124, 12).trim()
  if (text(156, 1) !== '0' || text(345, 155) !== '' || !/^[0-7]{1,11}$/.test(size))
    throw new TarFault('The archive contains an entry that is not a plain file.')
  return { name, size: Number.parseInt(size, 8) }
}

/** Returns the sum of all bytes, with spaces in the place of the sum. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
