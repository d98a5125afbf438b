import type { Literal } from './filter.ts'
import { operatorAdvice } from './filter-advice.ts'

export type Token =
  | { kind: 'word'; text: string; at: number }
  | { kind: 'sign'; text: string; at: number }
  | { kind: 'literal'; literal: Literal; at: number }
  | { kind: 'end'; at: number }

/** The text is not a valid filter; `at` is the offset of the fault. */
export class FilterFault extends Error {
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

const SPACE = /[ \t\r\n]*/y
const PARTS: [RegExp, (text: string, at: number) => Token][] = [
  [/[(),]/y, (text, at) => ({ kind: 'sign', text, at })],
  [/'(?:[^']|'')*'/y, (text, at) => literal({ kind: 'text', text: text.slice(1, -1).replaceAll("''", "'") }, at)],
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?(?![\w.])/iy, instant],
  [/\d{4}-\d{2}-\d{2}(?![\w.-])/y, (text, at) => literal({ kind: 'date', text }, at)],
  [/-?\d{1,20}(?:\.\d{1,10})?(?![\w.])/y, (text, at) => literal({ kind: 'number', text }, at)],
  // `CustomFields.ShirtSize`: a custom field of the tenant.
  [/[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?/y, word],
]

/** Splits a filter into tokens; the last one is `end`. @throws FilterFault at characters that are no token. */
export const tokenize = (text: string): Token[] => {
  const tokens: Token[] = []
  let at = skip(text, 0)
  while (at < text.length) {
    const [token, end] = next(text, at)
    tokens.push(token)
    at = skip(text, end)
  }
  tokens.push({ kind: 'end', at })
  return tokens
}

const next = (text: string, at: number): [Token, number] => {
  for (const [pattern, make] of PARTS) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) return [make(found[0], at), pattern.lastIndex]
  }
  throw new FilterFault(at, FAULTS.get(text[at] ?? '') ?? operatorAdvice(text, at) ?? 'unexpected character')
}

const FAULTS = new Map([
  ["'", 'the text that starts here is not closed. Write a single quote inside a text twice'],
  ['"', "texts are written in single quotes: 'Oslo'"],
])

const skip = (text: string, at: number): number => {
  SPACE.lastIndex = at
  SPACE.exec(text)
  return SPACE.lastIndex
}

const literal = (value: Literal, at: number): Token => ({ kind: 'literal', literal: value, at })

/** Parses an instant. One without a zone is in UTC. */
function instant(text: string, at: number): Token {
  const hasZone = /(?:Z|[+-]\d{2}:\d{2})$/i.test(text.slice(16))
  return literal({ kind: 'instant', text: hasZone ? text : `${text}Z` }, at)
}

function word(text: string, at: number): Token {
  const lower = text.toLowerCase()
  if (lower === 'true' || lower === 'false') return literal({ kind: 'boolean', value: lower === 'true' }, at)
  if (lower === 'null') return literal({ kind: 'null' }, at)
  return { kind: 'word', text, at }
}
