import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { codePointsOf } from '#services/documents/fonts/coverage'
import { trueTypeOf } from '#services/documents/fonts/woff2'

interface Glyph {
  advanceWidth: number
  path: { toSVG(): string }
}

/** The font library of the PDF library, as another reader of the same files. */
interface Font {
  numGlyphs: number
  postscriptName: string
  characterSet: number[]
  getGlyph(id: number): Glyph
  getVariation(axes: Record<string, number>): Font
}

const require = createRequire(import.meta.url)
const fontkit: { create(bytes: Buffer): Font } = createRequire(require.resolve('pdfkit'))('fontkit')

const FILES = [
  'noto-sans-sc/files/noto-sans-sc-100-wght-normal.woff2',
  'noto-sans-kr/files/noto-sans-kr-119-wght-normal.woff2',
  'noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2',
  'noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2',
  'vazirmatn/files/vazirmatn-arabic-wght-normal.woff2',
]

const read = (file: string): Buffer => readFileSync(require.resolve(`@fontsource-variable/${file}`))

const numbersOf = ({ path }: Glyph): number[] => (path.toSVG().match(/-?[\d.]+/g) ?? []).map(Number)

describe('a TrueType font that is made of WOFF 2', () => {
  test.each(FILES)('has the outlines, widths and characters of the file: %s', (file) => {
    const [expected, made] = [fontkit.create(read(file)), fontkit.create(trueTypeOf(read(file)))]
    expect(made.numGlyphs).toBe(expected.numGlyphs)
    for (let id = 0; id < expected.numGlyphs; id++) {
      expect(made.getGlyph(id).path.toSVG()).toBe(expected.getGlyph(id).path.toSVG())
      expect(made.getGlyph(id).advanceWidth).toBe(expected.getGlyph(id).advanceWidth)
    }
    const found = codePointsOf(trueTypeOf(read(file)))
    expect(expected.characterSet.filter((code) => code < 0xffff && !found.has(code))).toEqual([])
  })

  test.each(FILES)('has the outlines of a weight, to one unit: %s', (file) => {
    for (const weight of [400, 600]) {
      const expected = fontkit.create(trueTypeOf(read(file))).getVariation({ wght: weight })
      const made = fontkit.create(trueTypeOf(read(file), { weight, name: `Test-${weight}` }))
      expect(made.postscriptName).toBe(`Test-${weight}`)
      for (let id = 0; id < expected.numGlyphs; id++) {
        const [ours, theirs] = [numbersOf(made.getGlyph(id)), numbersOf(expected.getGlyph(id))]
        expect(ours).toHaveLength(theirs.length)
        const farthest = ours.reduce((most, value, index) => Math.max(most, Math.abs(value - (theirs[index] ?? 0))), 0)
        expect(farthest).toBeLessThan(1.5)
        expect(Math.abs(made.getGlyph(id).advanceWidth - expected.getGlyph(id).advanceWidth)).toBeLessThan(1.5)
      }
    }
  })

  test('is refused for another file', () => {
    expect(() => trueTypeOf(Buffer.alloc(100))).toThrow('not a WOFF 2 file')
  })
})
