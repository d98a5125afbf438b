/** An entry of a chapter's list. Codes have the form of parsePostalCode. */
export type PostalEntry =
  | { kind: 'exact'; code: string }
  | { kind: 'prefix'; code: string }
  | { kind: 'range'; from: string; to: string }

/** No country uses longer codes. */
const MAX_LENGTH = 12
const CODE = new RegExp(`^[0-9A-Z]{1,${MAX_LENGTH}}$`)
const IGNORED = /[\s.\p{Cf}]+/gu
const HYPHENS = /[-\u2010-\u2015\u2212]+/gu
const ZIP_PLUS_4 = /^\d{5}-\d{4}$/

/** Resolves compatibility forms (full-width digits, unusual spaces), and removes spaces and dots. */
const squeezed = (text: string): string => text.normalize('NFKC').toUpperCase().replace(IGNORED, '')

/**
 * Parses a postal code to the form in which codes are compared: upper case, without spaces, dots and hyphens, and the
 * first five digits of a ZIP+4 code. Null if it is empty or contains anything except Latin letters and digits.
 */
export const parsePostalCode = (text: string | null): string | null => {
  if (text === null) return null
  const code = squeezed(text).replace(HYPHENS, '-')
  const plain = (ZIP_PLUS_4.test(code) ? code.slice(0, 5) : code).replaceAll('-', '')
  return CODE.test(plain) ? plain : null
}

/** Parses an entry: `12201`, `123*`, `12400-12499`. Returns its fault as a text that continues the field's name. */
export const parseEntry = (text: string): PostalEntry | { fault: string } => {
  const entry = squeezed(text).replace(HYPHENS, '-')
  if (entry.endsWith('*')) {
    const code = entry.slice(0, -1).replaceAll('-', '')
    return CODE.test(code) ? { kind: 'prefix', code } : { fault: 'must have letters or digits before the asterisk' }
  }
  if (!entry.includes('-')) {
    return CODE.test(entry) ? { kind: 'exact', code: entry } : { fault: `must be 1 to ${MAX_LENGTH} letters or digits` }
  }
  const [from = '', to = '', more] = entry.split('-')
  if (more !== undefined || !CODE.test(from) || !CODE.test(to))
    return { fault: 'must be two codes separated by one hyphen' }
  if (from.length !== to.length) {
    return { fault: 'must have two codes of equal length; write a code that contains a hyphen without it' }
  }
  if (formOf(from) !== formOf(to)) return { fault: 'must have digits at the same positions of both codes' }
  if (from > to) return { fault: 'must not start after its end' }
  return { kind: 'range', from, to }
}

/** Returns an entry in the form that is stored. Entries that differ only in case or spaces are equal. */
export const writeEntry = (entry: PostalEntry): string => {
  if (entry.kind === 'exact') return entry.code
  return entry.kind === 'prefix' ? `${entry.code}*` : `${entry.from}-${entry.to}`
}

/** Returns the positions of digits and letters: K1A is A9A. A range contains only codes of the same form. */
const formOf = (code: string): string => code.replace(/[0-9]/g, '9').replace(/[A-Z]/g, 'A')

/** Returns the number of codes in a range, to compare ranges of one form. */
const widthOf = (from: string, to: string): number => rankOf(to) - rankOf(from)

/**
 * Returns the rank of a code among those of its form: at most 26 ** 12, which a double represents well enough to
 * compare.
 */
const rankOf = (code: string): number =>
  [...code].reduce((sum, sign) => {
    const isDigit = sign >= '0' && sign <= '9'
    return sum * (isDigit ? 10 : 26) + sign.charCodeAt(0) - (isDigit ? 48 : 65)
  }, 0)

export interface ChapterCodes {
  chapterId: number
  /** Empty: the catch-all. */
  entries: readonly PostalEntry[]
}

interface Range {
  chapterId: number
  from: string
  to: string
  width: number
}

/** Codes in the cache: those of a large country, a few megabytes. */
const MAX_CACHED = 50_000

/** Finds the chapter of a postal code, and caches the result. */
export class ChapterFinder {
  readonly #exact = new Map<string, number>()
  readonly #prefixes = new Map<string, number>()
  readonly #ranges = new Map<string, Range[]>()
  readonly #found = new Map<string, number | null>()
  readonly #catchAll: number | null

  /** If two chapters list the same entry, the lower chapter id wins. */
  constructor(chapters: readonly ChapterCodes[]) {
    const ordered = [...chapters].sort((a, b) => a.chapterId - b.chapterId)
    for (const { chapterId, entries } of ordered) for (const entry of entries) this.#add(chapterId, entry)
    for (const ranges of this.#ranges.values()) ranges.sort((a, b) => a.width - b.width || a.chapterId - b.chapterId)
    this.#catchAll = ordered.find(({ entries }) => entries.length === 0)?.chapterId ?? null
  }

  /**
   * Returns the chapter that covers a code: by an exact entry, then by the longest prefix, then by the narrowest range,
   * then the catch-all; null if there is none. The code has the form of parsePostalCode.
   */
  find(code: string | null): number | null {
    if (code === null) return this.#catchAll
    const known = this.#found.get(code)
    if (known !== undefined) return known
    const found = this.#exact.get(code) ?? this.#byPrefix(code) ?? this.#byRange(code) ?? this.#catchAll
    if (this.#found.size >= MAX_CACHED) this.#found.clear()
    this.#found.set(code, found)
    return found
  }

  #add(chapterId: number, entry: PostalEntry): void {
    if (entry.kind === 'range') {
      const { from, to } = entry
      const form = formOf(from)
      const same = this.#ranges.get(form) ?? []
      same.push({ chapterId, from, to, width: widthOf(from, to) })
      this.#ranges.set(form, same)
      return
    }
    const owners = entry.kind === 'exact' ? this.#exact : this.#prefixes
    if (!owners.has(entry.code)) owners.set(entry.code, chapterId)
  }

  #byPrefix(code: string): number | undefined {
    for (let length = code.length; length > 0; length--) {
      const found = this.#prefixes.get(code.slice(0, length))
      if (found !== undefined) return found
    }
    return undefined
  }

  #byRange(code: string): number | undefined {
    return this.#ranges.get(formOf(code))?.find(({ from, to }) => from <= code && code <= to)?.chapterId
  }
}
