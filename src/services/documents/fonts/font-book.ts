import { lettersOf } from '../pdf/breaks.ts'
import { reverseText } from '../pdf/direction.ts'
import { codePointsOf } from './coverage.ts'
import { familiesOf, findFont, HAN_FAMILIES, type LoadedFont } from './families.ts'
import { type FontName, fontFile, fontOf } from './own-font.ts'

/** Text of one font, in the order in which it is written. */
export interface FontRun {
  text: string
  /** The name under which the PDF knows the font. */
  font: string
}

interface Weight {
  isBold: boolean
  isItalic: boolean
}

/** Adds a font to a PDF. */
export type AddFont = (name: string, bytes: Buffer) => void

const PLAIN = /^[\x20-\x7e]*$/
/** Characters that change their neighbors and that fonts need not have. */
const JOINERS = /\u200c|\u200d|\ufe0e|\ufe0f/g
const RIGHT_TO_LEFT_SCRIPT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const SPACE = /^ $/
const RIGHT_TO_LEFT_FONT = /^(vazirmatn|noto-sans-hebrew) /
const PICTURE = /\ufe0f|\p{Emoji_Presentation}/u

const own = new Map<FontName, ReadonlySet<number>>()

const ownCodePoints = (name: FontName): ReadonlySet<number> => {
  const known = own.get(name) ?? codePointsOf(fontFile(name))
  own.set(name, known)
  return known
}

/** The fonts of one document: its own one, and those of other scripts, which are added when a text needs them. */
export class FontBook {
  private readonly add: AddFont
  private readonly known = new Set<string>()
  /** The added fonts of scripts that are written from right to left, with a space. */
  private readonly spaced = new Set<string>()
  private readonly found = new Map<string, LoadedFont | undefined>()
  private han: readonly string[] = HAN_FAMILIES
  /** The characters that no font has. */
  readonly missing = new Set<string>()

  constructor(add: AddFont) {
    this.add = add
  }

  /** Decides which shapes the Han characters of a document have: those of Japan if it has kana, of Korea if it has Hangul. */
  prefer(text: string): void {
    const first = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
      ? 'noto-sans-jp'
      : /\p{Script=Hangul}/u.test(text) && !/\p{Script=Han}/u.test(text)
        ? 'noto-sans-kr'
        : 'noto-sans-sc'
    this.han = [first, ...HAN_FAMILIES.filter((family) => family !== first)]
  }

  /** Divides a text by the fonts that have its characters. */
  runsOf(text: string, style: Weight): FontRun[] {
    if (PLAIN.test(text)) return text === '' ? [] : [{ text, font: this.ownFont(fontOf(style)) }]
    const runs: FontRun[] = []
    for (const letter of lettersOf(text)) {
      const last = runs.at(-1)
      // Words of one font are written at once, so that programs that copy text find the spaces between them.
      if (last && SPACE.test(letter) && this.spaced.has(last.font)) last.text += letter
      else for (const part of this.lettersIn(letter, style)) append(runs, part)
    }
    return runs
  }

  /** Divides a text of one direction, and puts each part into the order in which the library writes it. */
  writtenRunsOf(text: string, style: Weight, isRightToLeft: boolean): FontRun[] {
    return this.runsOf(text, style).map((run) => ({ ...run, text: written(run.text, isRightToLeft) }))
  }

  /** Returns a letter with its font; in parts if no font has all of them. */
  private lettersIn(letter: string, style: Weight): FontRun[] {
    const plain = fontOf(style)
    const shown = letter.replace(JOINERS, '')
    const codePoints = [...shown].map((character) => character.codePointAt(0) ?? 0)
    const isOwn = codePoints.every((code) => ownCodePoints(plain).has(code))
    if (isOwn && !PICTURE.test(letter)) return [{ text: shown, font: this.ownFont(plain) }]
    const font = this.fontWith(codePoints, style.isBold)
    if (font) return [{ text: letter.replace(/\ufe0e|\ufe0f/g, ''), font: this.addedFont(font) }]
    if (codePoints.length > 1) return [...shown].flatMap((character) => this.lettersIn(character, style))
    if (isOwn) return [{ text: shown, font: this.ownFont(plain) }]
    if (shown === '') return []
    this.missing.add(shown)
    return [{ text: shown, font: this.ownFont(plain) }]
  }

  private fontWith(codePoints: readonly number[], isBold: boolean): LoadedFont | undefined {
    const [first] = codePoints
    if (first === undefined) return undefined
    const text = String.fromCodePoint(...codePoints)
    const key = `${isBold ? 'b' : ''}${text}`
    if (this.found.has(key)) return this.found.get(key)
    for (const family of familiesOf(text, this.han)) {
      const font = findFont(family, first, isBold)
      if (!font || !codePoints.every((code) => font.codePoints.has(code))) continue
      this.found.set(key, font)
      return font
    }
    this.found.set(key, undefined)
    return undefined
  }

  private ownFont(name: FontName): string {
    if (!this.known.has(name)) this.add(name, fontFile(name))
    this.known.add(name)
    return name
  }

  private addedFont({ name, bytes, codePoints }: LoadedFont): string {
    if (!this.known.has(name)) this.add(name, bytes)
    this.known.add(name)
    if (RIGHT_TO_LEFT_FONT.test(name) && codePoints.has(0x20)) this.spaced.add(name)
    return name
  }
}

const append = (runs: FontRun[], { text, font }: FontRun): void => {
  const last = runs.at(-1)
  if (last?.font === font) last.text += text
  else runs.push({ text, font })
}

/**
 * Returns a text in the order in which the library writes it: it reverses text of a script that is written from right to
 * left, and no other.
 */
const written = (text: string, isRightToLeft: boolean): string =>
  RIGHT_TO_LEFT_SCRIPT.test(text) === isRightToLeft ? text : reverseText(text)
