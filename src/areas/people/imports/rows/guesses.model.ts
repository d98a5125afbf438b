import type { ImportWarning } from '#contract/people/imports'

export type GuessKind = ImportWarning['Kind']

/** A choice of one of several meanings of a cell: the column and the choice, without the value. */
export interface Guess {
  kind: GuessKind
  message: string
}

/** Notes a guess about the cell that is read. */
export type Note = (kind: GuessKind, message: string) => void

export const GUESSES = {
  order: (order: string): string =>
    `the order ${order} of dates such as 03/04/2025 is that of the language and country: DateOrder decides it`,
  nearCentury: 'years of two digits are read as those nearest to today',
  pastCentury: 'years of two digits are read as the last ones that are not in the future',
  serial: 'numbers of five digits are read as dates of a spreadsheet',
  names: 'the name in one cell is split: the first name comes first. NameOrder decides it',
  capitals: 'the name in one cell is split: the word in capital letters is the last name. NameOrder decides it',
  several: 'the name can be that of two people, of whom one contact is made: write a row for each',
  address: 'the name contains a mail address, which stays in it',
  postalCode: (isOfTenant: boolean): string =>
    isOfTenant
      ? 'zeros that a spreadsheet has removed are added, as codes of the country of the tenant have them'
      : 'zeros that a spreadsheet has removed are added, as codes of the country have them',
  start:
    'the start of the membership, which the row does not have, is counted back from its end by whole terms, until it has begun',
  end: 'the end of the membership, which the row does not have, is that of the current term',
  term: 'the membership has no dates in the row, and begins today',
  invisible: 'characters that cannot be seen are removed',
  number: (decimal: string): string =>
    `a sign before three digits is read as in the language of the file, whose decimals follow a "${decimal}"`,
} as const

/** Lines that a warning shows. */
const MAX_LINES = 5
/** Different warnings that are counted. */
const MAX_WARNINGS = 100

/** Adds the guesses of rows to the warnings. */
export const countGuesses = (
  before: readonly ImportWarning[],
  rows: readonly { line: number; guesses: readonly Guess[] }[],
): ImportWarning[] => {
  const counted = new Map(before.map((one) => [`${one.Kind} ${one.Message}`, { ...one, Lines: [...one.Lines] }]))
  for (const { line, guesses } of rows) {
    for (const { kind, message } of new Map(guesses.map((one) => [`${one.kind} ${one.message}`, one])).values()) {
      const key = `${kind} ${message}`
      const known = counted.get(key)
      if (known === undefined && counted.size === MAX_WARNINGS) continue
      const one = known ?? { Kind: kind, Line: line, Message: message, Count: 0, Lines: [] }
      one.Count++
      one.Line = Math.min(one.Line, line)
      if (one.Lines.length < MAX_LINES) one.Lines.push(line)
      counted.set(key, one)
    }
  }
  return [...counted.values()]
}
