/** An entry of a chapter's list. Codes are in the form of postalCode, letters in upper case. */
export type PostalEntry =
  | { kind: 'exact'; code: string }
  | { kind: 'prefix'; code: string }
  | { kind: 'range'; from: string; to: string }

/** Longer ones are in use nowhere. */
const LONGEST = 12
const CODE = new RegExp(`^[0-9A-Z]{1,${LONGEST}}$`)
const IGNORED = /[\s.\p{Cf}]+/gu
const HYPHENS = /[-\u2010-\u2015\u2212]+/gu
const ZIP_PLUS_4 = /^\d{5}-\d{4}$/

/** Compatibility forms resolved (full-width digits, unusual spaces), upper case, spaces and dots off. */
const squeezed = (text: string): string => text.normalize('NFKC').toUpperCase().replace(IGNORED, '')

/**
 * A postal code in the form in which it is compared: upper case, without spaces, dots and hyphens; a ZIP+4 code by its
 * first five digits. Null for what holds anything but Latin letters and digits, or nothing.
 */
export const postalCode = (text: string | null): string | null => {
  if (text === null) return null
  const code = squeezed(text).replace(HYPHENS, '-')
  const plain = (ZIP_PLUS_4.test(code) ? code.slice(0, 5) : code).replaceAll('-', '')
  return CODE.test(plain) ? plain : null
}

/** Reads an entry: `12201`, `123*`, `12400-12499`. Answers in words why it cannot be read. */
export const readEntry = (text: string): PostalEntry | { fault: string } => {
  const entry = squeezed(text).replace(HYPHENS, '-')
  if (entry.endsWith('*')) {
    const code = entry.slice(0, -1).replaceAll('-', '')
    return CODE.test(code) ? { kind: 'prefix', code } : { fault: 'must have letters or digits before the asterisk' }
  }
  if (!entry.includes('-')) {
    return CODE.test(entry) ? { kind: 'exact', code: entry } : { fault: `must be 1 to ${LONGEST} letters or digits` }
  }
  const [from = '', to = '', more] = entry.split('-')
  if (more !== undefined || !CODE.test(from) || !CODE.test(to)) return { fault: 'must be two codes with one hyphen' }
  if (from.length !== to.length) {
    return { fault: 'must have two ends of equal length; a code that has a hyphen is written without it' }
  }
  if (formOf(from) !== formOf(to)) return { fault: 'must have digits in the same places of both ends' }
  if (from > to) return { fault: 'must not end before it begins' }
  return { kind: 'range', from, to }
}

/** An entry as it is kept; what differs in case or spaces alone is written alike. */
export const writeEntry = (entry: PostalEntry): string => {
  if (entry.kind === 'exact') return entry.code
  return entry.kind === 'prefix' ? `${entry.code}*` : `${entry.from}-${entry.to}`
}

/** Where the digits are: K1A is A9A, so that only codes built alike lie between two ends. */
const formOf = (code: string): string => code.replace(/[0-9]/g, '9').replace(/[A-Z]/g, 'A')

/** How many codes of its form lie in a range, as far as ranges of one form are compared by it. */
const widthOf = (from: string, to: string): number => placeOf(to) - placeOf(from)

/** Digits count ten, letters twenty-six: at most 26 ** 12, which a double holds with room for comparisons. */
const placeOf = (code: string): number =>
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

/** Codes remembered at once: those of a large country, a few megabytes. */
const MOST_REMEMBERED = 50_000

/** Finds the chapter of a postal code; what was found is remembered. */
export class ChapterFinder {
  readonly #exact = new Map<string, number>()
  readonly #prefixes = new Map<string, number>()
  readonly #ranges = new Map<string, Range[]>()
  readonly #found = new Map<string, number | null>()
  readonly #catchAll: number | null

  /** Lower chapter ids come first where two chapters claim the same. */
  constructor(chapters: readonly ChapterCodes[]) {
    const ordered = [...chapters].sort((a, b) => a.chapterId - b.chapterId)
    for (const { chapterId, entries } of ordered) for (const entry of entries) this.#add(chapterId, entry)
    for (const ranges of this.#ranges.values()) ranges.sort((a, b) => a.width - b.width || a.chapterId - b.chapterId)
    this.#catchAll = ordered.find(({ entries }) => entries.length === 0)?.chapterId ?? null
  }

  /**
   * The chapter that covers the code: an exact entry before a prefix, the longest prefix, then the narrowest range, then
   * the catch-all; null where there is none. The code is one of postalCode.
   */
  find(code: string | null): number | null {
    if (code === null) return this.#catchAll
    const known = this.#found.get(code)
    if (known !== undefined) return known
    const found = this.#exact.get(code) ?? this.#byPrefix(code) ?? this.#byRange(code) ?? this.#catchAll
    if (this.#found.size >= MOST_REMEMBERED) this.#found.clear()
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
    const claims = entry.kind === 'exact' ? this.#exact : this.#prefixes
    if (!claims.has(entry.code)) claims.set(entry.code, chapterId)
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
