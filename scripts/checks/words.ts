import { type Expression, vocabulary } from './vocabulary.ts'

/** A hit in a text: the found expression, its position, and the replacement. */
export interface Hit {
  at: number
  found: string
  write: string
}

// A space may be a line break of a comment or of folded YAML.
const GAP = '(?:[\\s*#]|//)+'
const patternOf = (match: string) => new RegExp(`\\b(?:${match.replaceAll(/(?<!\[) (?!-)/g, GAP)})\\b`, 'gi')

interface Compiled extends Expression {
  pattern: RegExp
  exceptions: RegExp[]
}
const compiled: Compiled[] = vocabulary.map((expression) => ({
  ...expression,
  pattern: patternOf(expression.match),
  exceptions: (expression.except ?? []).map(({ match }) => patternOf(match)),
}))

/** Code in a text: a name of the contract or of the database, which must not change. */
const CODE = /`[^`\n]*`/g

const rangesOf = (text: string, patterns: RegExp[]): [number, number][] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }): [number, number] => [index, index + found.length]),
  )

/** Finds the expressions of the vocabulary in prose, case-insensitive, whole words only. */
export const hitsInText = (text: string): Hit[] =>
  hits(
    text,
    compiled.filter(({ onlyInNames }) => !onlyInNames),
  )

/** The same in a name of the code, split at its capitals and underscores. */
export const hitsInName = (name: string): Hit[] =>
  hits(name.replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4').replaceAll('_', ' '), compiled)

const hits = (text: string, expressions: Compiled[]): Hit[] =>
  expressions
    .flatMap(({ pattern, exceptions, write }) => {
      const kept = rangesOf(text, [...exceptions, CODE])
      return [...text.matchAll(pattern)]
        .filter(({ index }) => !kept.some(([from, to]) => index >= from && index < to))
        .map(({ index, 0: found }) => ({ at: index, found: found.replaceAll(/[\s*#/]+/g, ' '), write }))
    })
    .sort((one, other) => one.at - other.at)
