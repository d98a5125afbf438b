import { FONT_ASCENT, FONT_DESCENT } from '../fonts/own-font.ts'
import type { TextStyle } from '../style/styles.ts'
import type { Run } from './block.ts'
import { directText } from './direction.ts'
import type { Pen } from './pen.ts'
import type { Widths } from './space.ts'
import { divide, type Fragment, type Word, wordsOf } from './words.ts'

export interface Line {
  fragments: Fragment[]
  /** Without the space at its end. */
  width: number
  height: number
  /** From the top of the line to its baseline. */
  baseline: number
  /** Whether its paragraph is written from right to left. */
  isRightToLeft: boolean
}

/** Breaks text into lines. Words that are longer than a line are divided. */
export const breakLines = (pen: Pen, runs: readonly Run[], style: TextStyle, width: number): Line[] => {
  const lines: Line[] = []
  let words: Word[] = []
  let used = 0
  const { runs: directed, isRightToLeft } = directText(runs)
  const endLine = (): void => {
    lines.push({ ...lineOf(words, style), isRightToLeft })
    words = []
    used = 0
  }
  for (const word of wordsOf(pen, directed)) {
    if (word.isBreak) {
      endLine()
      continue
    }
    if (style.isUnwrapped || used + word.width - word.space <= width + SLACK) {
      words.push(word)
      used += word.width
      continue
    }
    if (words.length > 0) endLine()
    for (const part of divide(pen, word, width)) {
      if (words.length > 0 && used + part.width - part.space > width + SLACK) endLine()
      words.push(part)
      used += part.width
    }
  }
  if (words.length > 0) endLine()
  return lines
}

/** Widths are sums, so that they differ in the last digits. */
const SLACK = 0.01

/** Returns the widths of a text: of its longest word, and without any break. */
export const measureText = (pen: Pen, runs: readonly Run[], style: TextStyle): Widths => {
  let least = 0
  let most = 0
  let line = 0
  for (const { isBreak, width, space } of wordsOf(pen, directText(runs).runs)) {
    if (isBreak) line = 0
    else {
      least = Math.max(least, width - space)
      most = Math.max(most, line + width - space)
      line += width
    }
  }
  return { least: style.isUnwrapped ? most : least, most }
}

const lineOf = (words: readonly Word[], style: TextStyle): Omit<Line, 'isRightToLeft'> => {
  const fragments = trimmed(merge(words.flatMap(({ parts }) => parts)), words.at(-1)?.space ?? 0)
  const styles = fragments.length > 0 ? fragments.map((fragment) => fragment.style) : [style]
  const size = Math.max(...styles.map(({ fontSize }) => fontSize))
  const height = Math.max(...styles.map(({ fontSize, lineHeight }) => fontSize * lineHeight))
  const width = words.reduce((sum, word) => sum + word.width, 0) - (words.at(-1)?.space ?? 0)
  return { fragments, width, height, baseline: (height - (FONT_ASCENT + FONT_DESCENT) * size) / 2 + FONT_ASCENT * size }
}

/** Removes the space at the end of a line with text from right to left: it would be at one of the sides, or between words. */
const trimmed = (fragments: Fragment[], space: number): Fragment[] => {
  const last = fragments.at(-1)
  if (!last || space === 0 || fragments.every(({ level }) => level === 0)) return fragments
  const text = last.text.trimEnd()
  return [...fragments.slice(0, -1), ...(text === '' ? [] : [{ ...last, text, width: last.width - space }])]
}

/** Joins neighbors of one style and direction. */
const merge = (fragments: readonly Fragment[]): Fragment[] => {
  const made: Fragment[] = []
  for (const fragment of fragments) {
    const last = made.at(-1)
    if (last && last.style === fragment.style && last.level === fragment.level && last.link === fragment.link) {
      last.text += fragment.text
      last.width += fragment.width
    } else made.push({ ...fragment })
  }
  return made
}
