import type { SIDES } from './cascade.ts'
import {
  type Border,
  type Length,
  parseBorder,
  parseColor,
  parseFontSize,
  parseLength,
  parsePoints,
  parseSpace,
} from './values.ts'

/** How text looks. Elements inherit it. */
export interface TextStyle {
  /** Points, like all lengths. */
  fontSize: number
  /** A multiple of the font size. */
  lineHeight: number
  isBold: boolean
  isItalic: boolean
  isUnderlined: boolean
  isStruck: boolean
  isUppercase: boolean
  isUnwrapped: boolean
  keepsSpaces: boolean
  letterSpacing: number
  color: string
  /** `start`: the side at which the first letter of the paragraph is read. */
  align: 'start' | 'left' | 'center' | 'right'
}

export type Sides<T> = Record<(typeof SIDES)[number], T>

/** The box of an element, which is not inherited. */
export interface BoxStyle {
  margin: Sides<number>
  padding: Sides<number>
  borders: Sides<Border | undefined>
  background: string | undefined
  width: Length | undefined
  height: number | undefined
  /** The box moves to the right of the available width. */
  isPushedRight: boolean
  verticalAlign: 'top' | 'middle' | 'bottom'
  breaksBefore: boolean
  breaksAfter: boolean
  staysTogether: boolean
  /** No page begins with it, if what precedes it fits on the page, too. */
  staysWithPrevious: boolean
}

export const BODY_TEXT: TextStyle = {
  fontSize: 9.5,
  lineHeight: 1.4,
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  isUppercase: false,
  isUnwrapped: false,
  keepsSpaces: false,
  letterSpacing: 0,
  color: '#1f2933',
  align: 'start',
}

/** Applies declarations to the inherited style. */
export const textStyleOf = (inherited: TextStyle, declared: ReadonlyMap<string, string>): TextStyle => {
  const style = { ...inherited }
  for (const [property, value] of declared) APPLY.get(property)?.(style, value.toLowerCase())
  return style
}

const APPLY: ReadonlyMap<string, (style: TextStyle, value: string) => void> = new Map(
  Object.entries<(style: TextStyle, value: string) => void>({
    'font-size': (style, value) => {
      style.fontSize = parseFontSize(value, style.fontSize)
    },
    'line-height': (style, value) => {
      const points = /[a-z%]$/.test(value) ? parsePoints(value, style.fontSize, style.fontSize) : undefined
      style.lineHeight = Math.min(Math.max(points ? points / style.fontSize : Number(value) || 1.4, 0.8), 4)
    },
    'font-weight': (style, value) => {
      style.isBold = value === 'bold' || value === 'bolder' || Number(value) >= 600
    },
    'font-style': (style, value) => {
      style.isItalic = value === 'italic' || value === 'oblique'
    },
    'text-decoration': (style, value) => {
      style.isUnderlined = value === 'underline'
      style.isStruck = value === 'line-through'
    },
    'text-transform': (style, value) => {
      style.isUppercase = value === 'uppercase'
    },
    'white-space': (style, value) => {
      style.isUnwrapped = value === 'nowrap'
      style.keepsSpaces = value.startsWith('pre')
    },
    'letter-spacing': (style, value) => {
      style.letterSpacing = Math.min(Math.max(parsePoints(value, style.fontSize) ?? 0, 0), 12)
    },
    color: (style, value) => {
      style.color = parseColor(value) ?? style.color
    },
    'text-align': (style, value) => {
      if (value === 'start' || value === 'left' || value === 'center' || value === 'right') style.align = value
    },
  }),
)

/** Reads the box of an element. @param fontSize of the element. */
export const boxStyleOf = (declared: ReadonlyMap<string, string>, fontSize: number): BoxStyle => {
  const own = (property: string): string => declared.get(property)?.toLowerCase() ?? ''
  const isPage = (property: string): boolean => ['page', 'always'].includes(own(property))
  return {
    margin: spaces(declared, 'margin', fontSize),
    padding: spaces(declared, 'padding', fontSize),
    borders: sides((side) => parseBorder(declared.get(`border-${side}`) ?? declared.get('border') ?? '')),
    background: parseColor(own('background-color')),
    width: positive(parseLength(own('width') || 'auto', fontSize)),
    height: parsePoints(own('height') || 'auto', fontSize) || undefined,
    isPushedRight: own('margin-left') === 'auto',
    verticalAlign:
      own('vertical-align') === 'middle' ? 'middle' : own('vertical-align') === 'bottom' ? 'bottom' : 'top',
    breaksBefore: isPage('break-before') || isPage('page-break-before'),
    breaksAfter: isPage('break-after') || isPage('page-break-after'),
    staysWithPrevious: own('break-before') === 'avoid' || own('page-break-before') === 'avoid',
    staysTogether: own('break-inside') === 'avoid' || own('page-break-inside') === 'avoid',
  }
}

const positive = (length: Length | undefined): Length | undefined =>
  length && ('points' in length ? length.points : length.percent) > 0 ? length : undefined

const sides = <T>(read: (side: (typeof SIDES)[number], index: number) => T): Sides<T> => ({
  top: read('top', 0),
  right: read('right', 1),
  bottom: read('bottom', 2),
  left: read('left', 3),
})

/** Which of 1 to 4 values of a shorthand is that of a side. */
const SHORTHAND = [
  [0, 0, 0, 0],
  [0, 1, 0, 1],
  [0, 1, 2, 1],
  [0, 1, 2, 3],
] as const

const spaces = (declared: ReadonlyMap<string, string>, name: string, fontSize: number): Sides<number> => {
  const values = declared.get(name)?.trim().split(/\s+/) ?? []
  const order = SHORTHAND[Math.min(values.length, 4) - 1]
  return sides((side, index) =>
    parseSpace(declared.get(`${name}-${side}`) ?? (order ? values[order[index] ?? 0] : undefined) ?? '0', fontSize),
  )
}
