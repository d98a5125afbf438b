import type { ImportWarning } from '#contract/people/imports'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const ASCII = 0x80
/** The lead byte of most letters of western Europe in UTF-8. In a text of Windows it is "Ã", which no sign follows. */
const FREQUENT_LEAD = 0xc3
/**
 * In a text of Windows É, Ê, Ö, Ü and ß, which signs follow at the end of words, such as of "NESCAFÉ®". In UTF-8 the lead bytes of scripts
 * of which no line has a single letter.
 */
const DOUBTFUL_LEADS: ReadonlySet<number> = new Set([0xc9, 0xca, 0xd6, 0xdc, 0xdf])
/** Lines with a single letter that prove UTF-8 together. */
const SEVERAL = 3

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
  /** Lines with one letter in UTF-8, which two letters of Windows can look like. */
  readonly #singles: Seen = { first: 0, count: 0 }
  readonly #others: Seen = { first: 0, count: 0 }
  #line = 1
  #isAfterReturn = false
  /** Bytes that the character of UTF-8 still needs. */
  #missing = 0
  #lead = 0
  /** Whether the next byte is the first after the lead. */
  #isFirst = false
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

  /** Whether more lines with letters above ASCII are in UTF-8 than not, after the last byte. */
  get areMostlyUtf8(): boolean {
    this.#endLine()
    return this.#utf8.count + this.#singles.count > this.#others.count
  }

  /** Says whether lines are in another encoding than the one that the file is read in, after the last byte. */
  warningsFor(encoding: string): ImportWarning[] {
    this.#endLine()
    const isUtf8 = encoding === 'utf-8'
    if (!isUtf8 && !SINGLE_BYTE.test(encoding)) return []
    const { first, count } = isUtf8 ? this.#others : this.#proven()
    if (first === 0) return []
    const which = count === 1 ? `Line ${first} is` : `${count} lines, the first of them line ${first}, are`
    const Message = isUtf8
      ? `${which} not in UTF-8: letters with accents are lost there. ${ADVICE}`
      : `${which} in UTF-8, but the file is read as ${encoding}: letters with accents become others there. ${ADVICE}`
    return [{ Kind: 'Encoding', Line: first, Message, Count: count, Lines: [first] }]
  }

  /**
   * Returns the lines that are in UTF-8 for sure: with those of a single letter if they are several, or more than the
   * lines that are not.
   */
  #proven(): Seen {
    const singles = this.#singles
    if (singles.count < SEVERAL && singles.count <= this.#others.count) return this.#utf8
    const firsts = [this.#utf8.first, singles.first].filter((line) => line > 0)
    return { first: Math.min(...firsts), count: this.#utf8.count + singles.count }
  }

  #addLetter(byte: number): void {
    if (this.#missing > 0 && this.#continues(byte)) {
      this.#isFirst = false
      this.#missing--
      if (this.#missing === 0) this.#characters++
      if (this.#lead === FREQUENT_LEAD) this.#hasFrequent = true
      return
    }
    if (this.#missing > 0) this.#endCharacter()
    this.#lead = byte
    this.#isFirst = true
    this.#missing = followersOf(byte)
    if (this.#missing === 0) this.#hasOther = true
  }

  // Some leads allow only a part of the bytes directly after them: the others would be longer than necessary, or no
  // character.
  #continues(byte: number): boolean {
    const [from, to] = (this.#isFirst && SECOND_BYTES.get(this.#lead)) || [ASCII, 0xbf]
    return byte >= from && byte <= to
  }

  // A character that is not complete is not UTF-8.
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

  // Two letters of Windows can look like one of UTF-8, so that a single one proves nothing.
  #judgeLine(): void {
    if (this.#missing > 0) this.#endCharacter()
    if (this.#hasOther) this.#count(this.#others)
    if (this.#hasFrequent || (this.#characters > 1 && !this.#hasOther)) this.#count(this.#utf8)
    else if (this.#characters === 1 && !this.#hasOther && !DOUBTFUL_LEADS.has(this.#lead)) this.#count(this.#singles)
  }

  #count(seen: Seen): void {
    seen.first ||= this.#line
    seen.count++
  }
}

const ADVICE = 'Save the whole file in one encoding, and import it again.'

/** The encodings with one byte per letter, as TextDecoder names them. */
const SINGLE_BYTE = /^(windows-|iso-8859-|macintosh|koi8-|ibm866)/

/** The bytes directly after a lead that does not allow all of them (RFC 3629). */
const SECOND_BYTES: ReadonlyMap<number, readonly [from: number, to: number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
])

/** Returns the number of bytes that follow the first one of a character; 0 if it cannot be the first (RFC 3629). */
const followersOf = (byte: number): number => {
  if (byte < 0xc2 || byte > 0xf4) return 0
  if (byte < 0xe0) return 1
  return byte < 0xf0 ? 2 : 3
}
