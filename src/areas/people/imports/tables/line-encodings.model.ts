import type { ImportWarning } from '#contract/people/imports'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const ASCII = 0x80
/** The lead byte of most letters of western Europe in UTF-8. In a text of Windows it is "Ã", which no sign follows. */
const FREQUENT_LEAD = 0xc3

interface Seen {
  /** The first line; 0 for none. */
  first: number
  count: number
}

/**
 * Finds the lines of a text file whose letters above ASCII are in UTF-8, and those whose letters are not, from its bytes, which it gets
 * one chunk after the other. A line can be both.
 */
export class LineEncodings {
  readonly #utf8: Seen = { first: 0, count: 0 }
  readonly #others: Seen = { first: 0, count: 0 }
  #line = 1
  #isAfterReturn = false
  /** Bytes that the character of UTF-8 still needs. */
  #missing = 0
  #lead = 0
  #characters = 0
  #hasFrequent = false
  #hasOther = false

  add(chunk: Buffer): void {
    for (const byte of chunk) {
      if (byte >= ASCII) this.#addLetter(byte)
      else {
        if (this.#missing > 0) this.#endCharacter()
        if (byte === LINE_FEED && !this.#isAfterReturn) this.#endLine()
        if (byte === CARRIAGE_RETURN) this.#endLine()
      }
      this.#isAfterReturn = byte === CARRIAGE_RETURN
    }
  }

  /** Says whether lines are in another encoding than the one that the file is read in. */
  warningsFor(encoding: string): ImportWarning[] {
    this.#judgeLine()
    const isUtf8 = encoding === 'utf-8'
    if (!isUtf8 && !SINGLE_BYTE.test(encoding)) return []
    const { first, count } = isUtf8 ? this.#others : this.#utf8
    if (first === 0) return []
    const which = count === 1 ? `Line ${first} is` : `${count} lines, the first of them line ${first}, are`
    const Message = isUtf8
      ? `${which} not in UTF-8: letters with accents are lost there. ${ADVICE}`
      : `${which} in UTF-8, but the file is read as ${encoding}: letters with accents become others there. ${ADVICE}`
    return [{ Line: first, Message }]
  }

  #addLetter(byte: number): void {
    const isContinuation = byte < 0xc0
    if (isContinuation && this.#missing > 0) {
      this.#missing--
      if (this.#missing === 0) this.#characters++
      if (this.#lead === FREQUENT_LEAD) this.#hasFrequent = true
      return
    }
    if (this.#missing > 0) this.#endCharacter()
    this.#lead = byte
    this.#missing = followersOf(byte)
    if (this.#missing === 0) this.#hasOther = true
  }

  /** A character that is not complete is not UTF-8. */
  #endCharacter(): void {
    this.#missing = 0
    this.#hasOther = true
  }

  #endLine(): void {
    this.#judgeLine()
    this.#line++
    this.#characters = 0
    this.#hasFrequent = false
    this.#hasOther = false
  }

  /** Two letters of Windows can look like one of UTF-8, such as the end of "NESCAFÉ®", so that a single one proves nothing. */
  #judgeLine(): void {
    if (this.#missing > 0) this.#endCharacter()
    if (this.#hasOther) this.#count(this.#others)
    if (this.#hasFrequent || (this.#characters > 1 && !this.#hasOther)) this.#count(this.#utf8)
  }

  #count(seen: Seen): void {
    seen.first ||= this.#line
    seen.count++
  }
}

const ADVICE = 'Save the whole file in one encoding, and import it again.'

/** The encodings with one byte per letter, as TextDecoder names them. */
const SINGLE_BYTE = /^(windows-|iso-8859-|macintosh|koi8-|ibm866)/

/** The number of bytes that follow the first one of a character; 0 if it cannot be the first (RFC 3629). */
const followersOf = (byte: number): number => {
  if (byte < 0xc2 || byte > 0xf4) return 0
  if (byte < 0xe0) return 1
  return byte < 0xf0 ? 2 : 3
}
