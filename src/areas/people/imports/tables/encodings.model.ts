import { TextDecoder } from 'node:util'
import type { ImportWarning } from '#contract/people/imports'
import { badInput } from '#kernel/errors/problem'
import { LineEncodings } from './line-encodings.model.ts'

/** Bytes at the start of a file that show its form. */
export const HEAD_BYTES = 65_536

/** Detects the encoding of a text file from its bytes, which it gets one chunk after the other. */
export class EncodingDetector {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true })
  readonly #lines = new LineEncodings()
  #isUtf8 = true
  /** Letters above ASCII, if the file was written by Windows or by an old Mac. */
  #windowsLetters = 0
  #macLetters = 0
  #head = Buffer.alloc(0)

  add(chunk: Buffer): void {
    this.#lines.add(chunk)
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)])
    }
    this.#isUtf8 &&= isDecodable(this.#utf8, chunk)
    if (!this.#isUtf8) this.#countLetters(chunk)
  }

  /** The first bytes. */
  get head(): Buffer {
    return this.#head
  }

  /** The encoding as TextDecoder names it. Of a file whose lines differ, that of most of them. */
  get encoding(): string {
    const marked = byMark(this.#head) ?? byZeros(this.#head)
    if (marked !== undefined) return marked
    if ((this.#isUtf8 && isDecodable(this.#utf8)) || this.#lines.areMostlyUtf8) return 'utf-8'
    return this.#macLetters > this.#windowsLetters ? 'macintosh' : 'windows-1252'
  }

  /** Says whether lines are in another encoding than the one that the file is read in. */
  warningsFor(encoding: string): ImportWarning[] {
    return this.#lines.warningsFor(encoding)
  }

  #countLetters(chunk: Buffer): void {
    for (const byte of chunk) {
      if (MAC_LETTERS.has(byte)) this.#macLetters++
      else if (byte >= 0xc0) this.#windowsLetters++
    }
  }
}

/** Bytes of frequent letters in Mac OS Roman (äåçéèêëíñóöòõúüáàâãÄÅÇÉÑÖÜ) that are rare signs in windows-1252. */
const MAC_LETTERS = new Set([
  0x80, 0x81, 0x82, 0x83, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x98, 0x9a, 0x9b, 0x9c,
  0x9f,
])

const isDecodable = (decoder: TextDecoder, chunk?: Buffer): boolean => {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

/** Detects the encoding by the byte order mark. */
const byMark = (head: Buffer): string | undefined => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  return undefined
}

/**
 * Detects UTF-16 without a byte order mark, by the zero bytes of its ASCII characters: delimiters, quotes and line
 * breaks at least. In another text, where a zero byte is a damaged cell, most line breaks have none next to them.
 */
const byZeros = (head: Buffer): string | undefined => {
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd < 2) return undefined
  const found = odd > even * 10 ? 'utf-16le' : even > odd * 10 ? 'utf-16be' : undefined
  return found && hasLineBreaksOf(found, head, even + odd) ? found : undefined
}

const LINE_FEED = 0x0a

const hasLineBreaksOf = (encoding: string, head: Buffer, zeros: number): boolean => {
  const offset = encoding === 'utf-16le' ? 1 : -1
  let wide = 0
  let all = 0
  for (const [at, byte] of head.entries()) {
    if (byte !== LINE_FEED) continue
    all++
    if (head[at + offset] === 0) wide++
  }
  return all === 0 ? zeros * 4 > head.length : wide * 2 > all
}

/** Returns a decoder by the name of an encoding. @throws 400. */
export const decoderOf = (encoding: string): TextDecoder => {
  try {
    return new TextDecoder(encoding)
  } catch {
    throw badInput('/Options/Encoding', 'must be the name of an encoding, such as utf-8, windows-1252 or utf-16le')
  }
}
