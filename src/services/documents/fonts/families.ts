import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { codePointsOf } from './coverage.ts'
import { trueTypeOf } from './woff2.ts'

/** A font with some of the characters of a family. */
export interface LoadedFont {
  /** `noto-sans-sc 12 400`. */
  name: string
  /** A TrueType file. */
  bytes: Buffer
  codePoints: ReadonlySet<number>
}

/** The fonts of other scripts than that of documents, by the name of their package; the Han ones by preference. */
export const HAN_FAMILIES = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'] as const

const FAMILIES: readonly (readonly [script: RegExp, family: string])[] = [
  // Noto Sans Arabic divides letters into shapes and dots that several share: copied text would have the wrong ones.
  [/\p{Script=Arabic}/u, 'vazirmatn'],
  [/\p{Script=Hebrew}/u, 'noto-sans-hebrew'],
  [/\p{Script=Devanagari}/u, 'noto-sans-devanagari'],
  [/\p{Script=Thai}/u, 'noto-sans-thai'],
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}/u, 'noto-emoji'],
]

/** Returns the families that can have a character, the most likely first. @param han the order of the Han families. */
export const familiesOf = (text: string, han: readonly string[]): string[] => {
  const own = FAMILIES.filter(([script]) => script.test(text)).map(([, family]) => family)
  const others = FAMILIES.map(([, family]) => family).filter((family) => !own.includes(family))
  return [...own, ...han, ...others]
}

const require = createRequire(import.meta.url)

/** The parts of each family with the ranges of their characters, which are read once. */
const parts = new Map<string, { part: string; ranges: readonly (readonly [number, number])[] }[]>()

const partsOf = (family: string) => {
  const known = parts.get(family)
  if (known) return known
  const file = readFileSync(require.resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8')
  const read = Object.entries(JSON.parse(file) as Record<string, string>).map(([key, ranges]) => ({
    part: key.replace(/[[\]]/g, ''),
    ranges: ranges.split(',').map((range): readonly [number, number] => {
      const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    }),
  }))
  parts.set(family, read)
  return read
}

/** The weights of the own font. */
const REGULAR = 400
const BOLD = 600

/** Files of this many fonts are in memory: text of one language needs some ten of them. */
const MAX_LOADED = 40
const loaded = new Map<string, LoadedFont>()

/** Finds the font of a family with a character. Its file is read when it is first needed. */
export const findFont = (family: string, codePoint: number, isBold: boolean): LoadedFont | undefined => {
  for (const { part, ranges } of partsOf(family)) {
    if (!ranges.some(([first, last]) => first <= codePoint && codePoint <= last)) continue
    const font = load(family, part, isBold ? BOLD : REGULAR)
    if (font.codePoints.has(codePoint)) return font
  }
  return undefined
}

const load = (family: string, part: string, weight: number): LoadedFont => {
  const name = `${family} ${part} ${weight}`
  const known = loaded.get(name)
  loaded.delete(name)
  const font = known ?? read(family, part, weight)
  loaded.set(name, font)
  for (const oldest of loaded.keys()) {
    if (loaded.size <= MAX_LOADED) break
    loaded.delete(oldest)
  }
  return font
}

const read = (family: string, part: string, weight: number): LoadedFont => {
  const file = `@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`
  const name = `${family} ${part} ${weight}`
  const bytes = trueTypeOf(readFileSync(require.resolve(file)), { weight, name: name.replaceAll(' ', '-') })
  return { name, bytes, codePoints: codePointsOf(bytes) }
}
