/** A length in points, or a part of the available width. */
export type Length = { points: number } | { percent: number }

const LENGTH = /^(-?\d{1,4}(?:\.\d{1,3})?)(px|pt|em|rem|ex|%)?$/i
const POINTS_OF_PIXEL = 0.75
const BODY_SIZE = 9.5

/** Larger margins and font sizes than a page can have are reduced, so that each line fits on a page. */
const MAX_FONT_SIZE = 96
const MIN_FONT_SIZE = 4
const MAX_SPACE = 144

/** Parses a length of CSS; undefined for `auto` and whatever else is not a length. */
export const parseLength = (text: string, fontSize: number): Length | undefined => {
  const match = LENGTH.exec(text.trim())
  if (!match) return undefined
  const value = Number(match[1])
  switch (match[2]?.toLowerCase()) {
    case '%':
      return { percent: value }
    case 'pt':
      return { points: value }
    case 'em':
      return { points: value * fontSize }
    case 'rem':
      return { points: value * BODY_SIZE }
    case 'ex':
      return { points: (value * fontSize) / 2 }
    default:
      return { points: value * POINTS_OF_PIXEL }
  }
}

/** Parses a size in points; a percentage is of `whole`. */
export const parsePoints = (text: string, fontSize: number, whole = 0): number | undefined => {
  const length = parseLength(text, fontSize)
  if (!length) return undefined
  return 'points' in length ? length.points : (whole * length.percent) / 100
}

const SIZE_WORDS: ReadonlyMap<string, number> = new Map([
  ['x-small', 7.5],
  ['small', 8],
  ['medium', BODY_SIZE],
  ['large', 11.5],
  ['x-large', 14],
  ['xx-large', 20],
])

export const parseFontSize = (text: string, inherited: number): number => {
  const size = SIZE_WORDS.get(text) ?? parsePoints(text, inherited, inherited) ?? inherited
  return Math.min(Math.max(size, MIN_FONT_SIZE), MAX_FONT_SIZE)
}

/** Parses a margin or padding. @returns points from 0 to 144. */
export const parseSpace = (text: string, fontSize: number): number =>
  Math.min(Math.max(parsePoints(text, fontSize) ?? 0, 0), MAX_SPACE)

const NAMES: ReadonlyMap<string, string> = new Map([
  ['black', '#000000'],
  ['white', '#ffffff'],
  ['gray', '#808080'],
  ['grey', '#808080'],
  ['silver', '#c0c0c0'],
  ['red', '#ff0000'],
  ['maroon', '#800000'],
  ['orange', '#ffa500'],
  ['yellow', '#ffff00'],
  ['olive', '#808000'],
  ['lime', '#00ff00'],
  ['green', '#008000'],
  ['teal', '#008080'],
  ['aqua', '#00ffff'],
  ['blue', '#0000ff'],
  ['navy', '#000080'],
  ['fuchsia', '#ff00ff'],
  ['purple', '#800080'],
])

/** Parses a color of CSS to `#rrggbb`; undefined if it is unknown or transparent. */
export const parseColor = (text: string): string | undefined => {
  const color = text.trim().toLowerCase()
  if (/^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/.test(color)) return color.slice(0, 7)
  if (/^#[0-9a-f]{3,4}$/.test(color)) return `#${[...color.slice(1, 4)].map((digit) => digit + digit).join('')}`
  const parts = /^rgba?\(\s*(\d{1,3})(%?)[\s,]+(\d{1,3})%?[\s,]+(\d{1,3})%?/.exec(color)
  if (!parts) return NAMES.get(color)
  const scale = parts[2] === '%' ? 2.55 : 1
  return `#${[parts[1], parts[3], parts[4]].map((part) => hex(Number(part) * scale)).join('')}`
}

const hex = (value: number): string => Math.min(Math.round(value), 255).toString(16).padStart(2, '0')

export interface Border {
  width: number
  color: string
}

/** Parses a border: `1px solid #ccc`; undefined for none. */
export const parseBorder = (text: string): Border | undefined => {
  const [width = '', ...words] = text.trim().split(/\s+/)
  const points = parsePoints(width, 0)
  if (!points || points <= 0 || words[0] === 'none') return undefined
  const color = words.map(parseColor).find((found) => found !== undefined)
  return { width: Math.min(points, 12), color: color ?? '#1f2933' }
}
