import { createRequire } from 'node:module'
import type { Run } from './block.ts'
import { lettersOf } from './breaks.ts'

/** Text of one direction within a paragraph. Odd levels are written from right to left. */
export interface DirectedRun extends Run {
  level: number
}

export interface DirectedText {
  runs: DirectedRun[]
  /** Whether the first letter of the paragraph is of a script that is written from right to left. */
  isRightToLeft: boolean
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Marks that direct text and are not shown. */
const MARKS = /[\u061c\u200e\u200f\u2066-\u2069]/g

const STRONG = /[\p{Letter}\u200e\u200f\u061c]/u

type BidiFactory = typeof import('bidi-js')['default']

const require = createRequire(import.meta.url)
let made: ReturnType<BidiFactory> | undefined

/** Returns the implementation of the algorithm, which is loaded with the first text that needs it. */
const bidi = (): ReturnType<BidiFactory> => {
  const factory: BidiFactory = require('bidi-js')
  made ??= factory()
  return made
}

/** Returns whether the first letter of a text is of a script that is written from right to left; undefined without letters. */
const startsRightToLeft = (text: string): boolean | undefined => {
  const [first] = STRONG.exec(text) ?? []
  return first === undefined ? undefined : RIGHT_TO_LEFT.test(first)
}

/**
 * Divides the runs of a paragraph by their direction (Unicode Standard Annex 9). The first letter decides about the paragraph,
 * and in a line after a break that of the line about the line.
 */
export const directText = (runs: readonly Run[]): DirectedText => {
  const text = runs.map((run) => run.text).join('')
  if (!RIGHT_TO_LEFT.test(text))
    return { runs: runs.map((run) => ({ ...run, text: run.text.replace(MARKS, ''), level: 0 })), isRightToLeft: false }
  const isRightToLeft = startsRightToLeft(text) ?? false
  const levels = text.split(/(?<=\n)/).flatMap((line) => {
    const direction = (startsRightToLeft(line) ?? isRightToLeft) ? 'rtl' : 'ltr'
    return [...bidi().getEmbeddingLevels(line, direction).levels]
  })
  const directed: DirectedRun[] = []
  let from = 0
  for (const run of runs) {
    const to = from + run.text.length
    for (const [start, end] of spansOf(levels, from, to)) {
      const shown = text.slice(start, end).replace(MARKS, '')
      if (shown !== '') directed.push({ ...run, text: shown, level: levels[start] ?? 0 })
    }
    from = to
  }
  return { runs: directed, isRightToLeft }
}

/** Divides a range into spans of one level. */
function* spansOf(levels: readonly number[], from: number, to: number): Generator<[number, number]> {
  let start = from
  for (let at = from + 1; at <= to; at++) {
    if (at < to && levels[at] === levels[start]) continue
    if (start < to) yield [start, at]
    start = at
  }
}

/** Returns the parts of a line from left to right: sequences of a higher level are reversed (rule L2). */
export const visualOrder = <Part extends { level: number }>(parts: readonly Part[]): Part[] => {
  const order = [...parts]
  const highest = order.reduce((most, { level }) => Math.max(most, level), 0)
  for (let level = highest; level > 0; level--) {
    let start = 0
    for (let at = 0; at <= order.length; at++) {
      const part = order[at]
      if (part && part.level >= level) continue
      order.splice(start, at - start, ...order.slice(start, at).reverse())
      start = at + 1
    }
  }
  return order
}

/** Returns a text with its characters in the opposite order, and brackets that open where they closed. */
export const reverseText = (text: string): string => {
  const { getMirroredCharacter } = bidi()
  return lettersOf(text)
    .map((letter) => getMirroredCharacter(letter) ?? letter)
    .reverse()
    .join('')
}
