import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ChapterCodes,
  ChapterFinder,
  type PostalEntry,
  parseEntry,
  parsePostalCode,
  writeEntry,
} from '#areas/people/chapters/assignments/postal-codes.model'
import { runs } from '#test/support/runner/runs'

const sign = fc.constantFrom(...'0123456789ABCXYZ')
const code = fc.string({ unit: sign, minLength: 1, maxLength: 12 })
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
/** Separators that users enter between and around the parts: spaces of many kinds, dots. */
const blank = fc.constantFrom('', ' ', '  ', '\t', '\u00a0', '\u2009', '\u3000', '.', '\u200b')

/** The same code as a user can enter it. */
const typed = (text: string) =>
  fc
    .tuple(fc.array(blank, { minLength: text.length + 1, maxLength: text.length + 1 }), fc.boolean(), fc.boolean())
    .map(([blanks, isLower, isWide]) => {
      const cased = isLower ? text.toLowerCase() : text
      const signs = [...cased].map((one) => (isWide && /[0-9A-Za-z]/.test(one) ? wide(one) : one))
      return signs.reduce((made, one, at) => made + one + blanks[at + 1], blanks[0] ?? '')
    })
const wide = (one: string): string => String.fromCharCode(one.charCodeAt(0) + 0xfee0)

const range = fc
  .integer({ min: 1, max: 8 })
  .chain((length) => fc.tuple(digits(length), digits(length)))
  .map(([a, b]): PostalEntry => ({ kind: 'range', from: a < b ? a : b, to: a < b ? b : a }))
const entry: fc.Arbitrary<PostalEntry> = fc.oneof(
  code.map((text): PostalEntry => ({ kind: 'exact', code: text })),
  code.map((text): PostalEntry => ({ kind: 'prefix', code: text })),
  range,
)

describe('parsePostalCode', () => {
  test('returns the same code for every way to write it', () => {
    fc.assert(
      fc.property(
        code.chain((text) => fc.tuple(fc.constant(text), typed(text))),
        ([text, written]) => parsePostalCode(written) === text,
      ),
    )
  })

  test('returns null or 1 to 12 Latin letters and digits for any text, and parses its result unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const read = parsePostalCode(text)
        return read === null || (/^[0-9A-Z]{1,12}$/.test(read) && parsePostalCode(read) === read)
      }),
    )
  })

  test.each([
    ['SW1A 1AA', 'SW1A1AA'],
    ['k1a 0b1', 'K1A0B1'],
    ['00-950', '00950'],
    ['12201-1234', '12201'],
    ['１２２０１', '12201'],
    ['D.02 AF30', 'D02AF30'],
    ['1010–001', '1010001'],
    ['', null],
    ['   ', null],
    ['Straße', 'STRASSE'],
    ['東京', null],
    ['12201; 12202', null],
    [null, null],
  ])('parses %s as %s', (text, read) => {
    expect(parsePostalCode(text)).toBe(read)
  })
})

describe('parseEntry', () => {
  test('parses an entry back for every way to write it', () => {
    fc.assert(
      fc.property(
        entry.chain((one) => fc.tuple(fc.constant(one), typed(writeEntry(one)))),
        ([one, written]) => {
          expect(parseEntry(written)).toEqual(one)
        },
      ),
    )
  })

  test('rejects ends of unequal length or form, or in the wrong order', () => {
    fc.assert(
      fc.property(code, code, (from, to) => {
        const form = (text: string) => text.replace(/\d/g, '9').replace(/[A-Z]/g, 'A')
        const isGood = form(from) === form(to) && from <= to
        return 'fault' in parseEntry(`${from}-${to}`) !== isGood
      }),
    )
  })

  test('returns an entry or a fault for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const read = parseEntry(text)
        if ('fault' in read) return read.fault.length > 0
        expect(parseEntry(writeEntry(read))).toEqual(read)
        return true
      }),
    )
  })

  test.each(['', '*', '1*2', '1-', '-1', '1-2-3', '10000-1099', 'A1-11', '20-10', 'ÅÄÖ', '1,2', '1234567890123'])(
    '%j is refused',
    (text) => {
      expect(parseEntry(text)).toHaveProperty('fault')
    },
  )

  test.each([
    ['k1a*', { kind: 'prefix', code: 'K1A' }],
    ['SW1A 1AA', { kind: 'exact', code: 'SW1A1AA' }],
    ['10000 – 10999', { kind: 'range', from: '10000', to: '10999' }],
    ['1011AA-1019ZZ', { kind: 'range', from: '1011AA', to: '1019ZZ' }],
    ['00-9*', { kind: 'prefix', code: '009' }],
  ])('parses %s', (text, read) => {
    expect(parseEntry(text)).toEqual(read)
  })
})

/** A simple implementation of the rule: all chapters that match the code, the best one first. */
const plainly = (chapters: readonly ChapterCodes[], sought: string | null): number | null => {
  const claims = chapters.flatMap(({ chapterId, entries }) =>
    entries.length === 0 ? [{ chapterId, rank: [3, 0] }] : sought === null ? [] : claimsOf(chapterId, entries, sought),
  )
  claims.sort(
    (a, b) => (a.rank[0] ?? 0) - (b.rank[0] ?? 0) || (a.rank[1] ?? 0) - (b.rank[1] ?? 0) || a.chapterId - b.chapterId,
  )
  return claims[0]?.chapterId ?? null
}
const claimsOf = (chapterId: number, entries: readonly PostalEntry[], sought: string) =>
  entries.flatMap((one) => {
    if (one.kind === 'exact') return one.code === sought ? [{ chapterId, rank: [0, 0] }] : []
    if (one.kind === 'prefix') return sought.startsWith(one.code) ? [{ chapterId, rank: [1, -one.code.length] }] : []
    const isIn = /^\d+$/.test(sought) && sought.length === one.from.length && one.from <= sought && sought <= one.to
    return isIn ? [{ chapterId, rank: [2, Number(one.to) - Number(one.from)] }] : []
  })

describe('ChapterFinder', () => {
  const short = fc.string({ unit: fc.constantFrom(...'012A'), minLength: 1, maxLength: 3 })
  const near = fc.oneof(
    short.map((text): PostalEntry => ({ kind: 'exact', code: text })),
    short.map((text): PostalEntry => ({ kind: 'prefix', code: text })),
    fc
      .tuple(digits(3), digits(3))
      .map(([a, b]): PostalEntry => ({ kind: 'range', from: a < b ? a : b, to: a < b ? b : a })),
  )
  const chapters = fc
    .uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 })
    .chain((ids) =>
      fc.tuple(...ids.map((chapterId) => fc.array(near, { maxLength: 8 }).map((entries) => ({ chapterId, entries })))),
    )

  test('finds the same chapter as a simple implementation of the rule', () => {
    fc.assert(
      fc.property(chapters, fc.array(fc.option(fc.oneof(short, digits(3)))), (known, sought) => {
        const finder = new ChapterFinder(known)
        for (const one of sought) {
          expect(finder.find(one)).toBe(plainly(known, one))
          expect(finder.find(one)).toBe(plainly(known, one))
        }
      }),
      { numRuns: runs(500) },
    )
  })

  test('prefers the narrower of two ranges with letters', () => {
    const of = (chapterId: number, ...texts: string[]): ChapterCodes => ({
      chapterId,
      entries: texts.map(parseEntry).filter((one): one is PostalEntry => !('fault' in one)),
    })
    const finder = new ChapterFinder([of(1, 'K1A0A0-K9Z9Z9'), of(2, 'K2A0A0-K2Z9Z9'), of(3, 'K2B*'), of(4, 'K2B1A1')])
    expect(['K1A1A1', 'K2A1A1', 'K2B1A2', 'K2B1A1', 'K2A1A'].map((one) => finder.find(one))).toEqual([1, 2, 3, 4, null])
  })
})
