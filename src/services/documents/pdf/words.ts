import { breakableParts, lettersOf } from './breaks.ts'
import type { DirectedRun } from './direction.ts'
import type { Pen } from './pen.ts'

/** Text of one style within a line. */
export interface Fragment extends DirectedRun {
  width: number
}

/** Text that is not divided, with its parts by style, and the space after it. */
export interface Word {
  parts: Fragment[]
  width: number
  /** The width of the space at its end. */
  space: number
  isBreak: boolean
}

/** A word ends with its spaces, with a hyphen between letters, or with a zero-width space. */
const WORDS = /[^\s\u200b]*?\p{L}-(?=\p{L})|[^\s\u200b]*(?:[^\S\u00a0\u202f]+|\u200b|[\u00a0\u202f]|$)/gu
const HYPHEN_AT_END = /\p{L}-$/u
const SPACE_AT_END = /[^\S\u00a0\u202f]+$/

/** Divides runs into words, which can consist of parts of several runs. */
export const wordsOf = (pen: Pen, runs: readonly DirectedRun[]): Word[] => {
  const words: Word[] = []
  let open: Word | undefined
  for (const run of runs) {
    if (run.text === '\n') {
      words.push({ parts: [], width: 0, space: 0, isBreak: true })
      open = undefined
      continue
    }
    for (const { 0: text, index } of run.text.matchAll(WORDS)) {
      if (text === '') continue
      open = addParts(pen, words, open, { ...run, text })
      if (endsWord(text, index + text.length === run.text.length)) open = undefined
    }
  }
  return words
}

/** Adds a text to the open word; where a line can break within it, another one begins. @returns the last word. */
const addParts = (pen: Pen, words: Word[], open: Word | undefined, run: DirectedRun): Word | undefined => {
  let word = open
  for (const [position, part] of breakableParts(run.text).entries()) {
    if (!word || position > 0) {
      word = { parts: [], width: 0, space: 0, isBreak: false }
      words.push(word)
    }
    append(pen, word, run, part)
  }
  return word
}

const append = (pen: Pen, word: Word, run: DirectedRun, text: string): void => {
  const shown = text.replaceAll('\u200b', '')
  const width = pen.textWidth(shown, run.style)
  const trimmed = shown.replace(SPACE_AT_END, '')
  word.parts.push({ ...run, text: shown, width })
  word.width += width
  word.space = trimmed === shown ? 0 : width - pen.textWidth(trimmed, run.style)
}

const endsWord = (text: string, isLast: boolean): boolean =>
  SPACE_AT_END.test(text) || text.endsWith('\u200b') || (!isLast && HYPHEN_AT_END.test(text))

/** Divides a word into parts that fit into a width; of one letter at least. */
export const divide = (pen: Pen, word: Word, width: number): Word[] => {
  if (word.width - word.space <= width) return [word]
  const made: Word[] = []
  let open: Word = { parts: [], width: 0, space: 0, isBreak: false }
  for (const part of word.parts)
    for (const letter of lettersOf(part.text)) {
      const letterWidth = pen.textWidth(letter, part.style)
      if (open.width > 0 && open.width + letterWidth > width) {
        made.push(open)
        open = { parts: [], width: 0, space: 0, isBreak: false }
      }
      open.parts.push({ ...part, text: letter, width: letterWidth })
      open.width += letterWidth
    }
  return [...made, open]
}
