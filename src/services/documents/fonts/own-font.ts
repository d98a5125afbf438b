import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The four styles of the embedded font, which has the Latin, Greek and Cyrillic letters. */
const FILES = {
  regular: '400Regular/SourceSans3_400Regular.ttf',
  italic: '400Regular_Italic/SourceSans3_400Regular_Italic.ttf',
  bold: '600SemiBold/SourceSans3_600SemiBold.ttf',
  boldItalic: '600SemiBold_Italic/SourceSans3_600SemiBold_Italic.ttf',
} as const

export type FontName = keyof typeof FILES

export const isOwnFont = (name: string): boolean => Object.hasOwn(FILES, name)

const require = createRequire(import.meta.url)
const read = new Map<FontName, Buffer>()

/** Returns the file of a font, which is read once. */
export const fontFile = (name: FontName): Buffer => {
  const known = read.get(name)
  if (known) return known
  const file = readFileSync(require.resolve(`@expo-google-fonts/source-sans-3/${FILES[name]}`))
  read.set(name, file)
  return file
}

export const fontOf = ({ isBold, isItalic }: { isBold: boolean; isItalic: boolean }): FontName =>
  isBold ? (isItalic ? 'boldItalic' : 'bold') : isItalic ? 'italic' : 'regular'

/** The letters reach this high above and this low below their line, as parts of the font size. */
export const FONT_ASCENT = 0.75
export const FONT_DESCENT = 0.25
