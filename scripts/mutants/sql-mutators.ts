import type { Edit } from './mutant.ts'
import { boundAfter, boundBefore, type Token, tokensOf } from './sql-tokens.ts'
import { type Statement, statementsIn } from './statements.ts'

const kindOfClause = (text: string) => (/deleted_at IS NULL/.test(text) ? 'sql deleted' : 'sql clause')
const isJoin = (token: Token | undefined) => token?.word === 'AND' || token?.word === 'OR'

/** Replaces a part of a statement, without the spaces at its ends. */
const replace = ({ text }: Statement, kind: string, from: number, to: number, by: string): Edit => {
  const part = text.slice(from, to)
  const start = from + part.length - part.trimStart().length
  return { kind, start, end: Math.max(start, from + part.trimEnd().length), text: by }
}

/**
 * A condition that only selects the tenant. Without it the database still returns no row of another tenant (row-level
 * security), so that no test can notice it.
 */
const TENANT_CLAUSE = /^\s*(?:AND|WHERE)?\s*(?:\w+\.)?tenant_id = (?:v+(?:::\w+)?|\w+\.tenant_id)\s*(?:AND)?\s*$/

/** Drops each condition that AND or OR joins to others, and the only condition of a WHERE. */
const dropConditions = (statement: Statement): Edit[] => {
  const { text } = statement
  const tokens = tokensOf(text)
  const edits = tokens.flatMap((token) => {
    const end = boundAfter(tokens, token)?.start ?? text.length
    const dropTo = (from: number, to: number, by = '') =>
      replace(statement, kindOfClause(text.slice(from, to)), from, to, by)
    if (token.word === 'WHERE' && !isJoin(boundAfter(tokens, token))) return [dropTo(token.start, end, 'WHERE true')]
    if (!isJoin(token)) return []
    const before = boundBefore(tokens, token)
    const start = before?.end ?? 0
    const hasFirst = !isJoin(before) && text.slice(start, token.start).trim() !== ''
    return [dropTo(token.start, end), ...(hasFirst ? [dropTo(start, token.end)] : [])]
  })
  return edits.filter((edit) => !TENANT_CLAUSE.test(text.slice(edit.start, edit.end)))
}

/** Drops each ORDER BY, and reverses its first element. */
const changeOrder = (statement: Statement): Edit[] => {
  const { text, original } = statement
  const tokens = tokensOf(text)
  return tokens.flatMap((token) => {
    if (token.word !== 'ORDER BY') return []
    const stop = boundAfter(
      tokens.filter(({ word, depth }) => word !== ',' || depth < token.depth),
      token,
    )
    const dropped = replace(statement, 'sql order', token.start, stop?.start ?? text.length, '')
    const { kind, start, end } = replace(
      statement,
      'sql order',
      token.end,
      boundAfter(tokens, token)?.start ?? text.length,
      '',
    )
    const first = text.slice(start, end)
    if (first === '' || /^v+$/.test(first)) return [dropped]
    const [suffix = ''] = / (?:ASC|DESC)?(?: ?NULLS (?:FIRST|LAST))?$/.exec(first) ?? []
    const reversed = /DESC/.test(suffix) ? suffix.replace(' DESC', '') : ` DESC${suffix.replace(' ASC', '')}`
    return [dropped, { kind, start, end, text: original.slice(start, end - suffix.length) + reversed }]
  })
}

const WORDS: readonly [kind: string, pattern: RegExp, by: (found: string) => string][] = [
  [
    'sql lock',
    /\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)(?: OF \w+(?:, \w+)*)?(?: SKIP LOCKED| NOWAIT)?/g,
    () => '',
  ],
  ['sql comparison', /(?<=\s)[<>](?=\s)/g, (sign) => `${sign}=`],
  ['sql comparison', /(?<=\s)[<>]=(?=\s)/g, (signs) => signs.slice(0, 1)],
  ['sql null', /\bIS NOT NULL\b/g, () => 'IS NULL'],
  ['sql join', /\bLEFT JOIN\b/g, () => 'JOIN'],
  ['sql distinct', /\bSELECT DISTINCT\b(?! ON)|\bcount\(DISTINCT\b/g, (found) => found.replace(/ ?DISTINCT/, '')],
]

const changeWords = ({ text }: Statement): Edit[] =>
  WORDS.flatMap(([kind, pattern, by]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      kind,
      start: index,
      end: index + found.length,
      text: by(found),
    })),
  )

/** The types of columns by name; a name that has several types is absent. */
export type ColumnTypes = ReadonlyMap<string, string>

interface Column {
  alias: string
  name: string
  start: number
  end: number
}

/** Exchanges two columns of one type. */
const swap = (first: Column, second: Column, types: ColumnTypes, source: string): Edit[] => {
  const type = types.get(first.name)
  if (type === undefined || type !== types.get(second.name)) return []
  if (first.alias !== second.alias || first.name === second.name) return []
  const textOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end)
  const between = textOf({ start: first.end, end: second.start })
  return [{ kind: 'sql columns', start: first.start, end: second.end, text: textOf(second) + between + textOf(first) }]
}

const COLUMN = /\b(?:([a-z]\w*)\.)?([a-z]+(?:_[a-z0-9]+)*)\b(?!\s*\()/g
const BETWEEN_COLUMNS = /^(?:\s+AS\s+"?\w+"?)?\s*,\s*(?:'\w+'\s*,\s*)?$/

/** Exchanges neighbors in a list of columns. */
const swapColumns = ({ text, original }: Statement, types: ColumnTypes): Edit[] => {
  const columns = [...text.matchAll(COLUMN)]
    .map(({ 0: found, 1: alias = '', 2: name = '', index: start }) => ({
      alias,
      name,
      start,
      end: start + found.length,
    }))
    .filter(({ name }) => types.has(name))
  return columns.slice(1).flatMap((second, at) => {
    const first = columns[at]
    return first && BETWEEN_COLUMNS.test(text.slice(first.end, second.start))
      ? swap(first, second, types, original)
      : []
  })
}

const MAX_LINES_BETWEEN = 2

/** Exchanges neighboring fields of a listing that are columns. */
const swapFields = (source: string, statements: readonly Statement[], types: ColumnTypes): Edit[] => {
  const columns = statements.flatMap(({ text, start }) => {
    const [, alias, name] = /^(\w+)\.(\w+)$/.exec(text) ?? []
    return alias && name ? [{ alias, name, start, end: start + text.length }] : []
  })
  return columns.slice(1).flatMap((second, at) => {
    const first = columns[at]
    const isNear = first && source.slice(first.end, second.start).split('\n').length <= MAX_LINES_BETWEEN
    return isNear ? swap(first, second, types, source) : []
  })
}

/** Returns every edit of the SQL in the template strings of a module. */
export const mutateSql = (source: string, types: ColumnTypes): Edit[] => {
  const statements = statementsIn(source)
  const edits = statements.flatMap((statement) =>
    [
      ...dropConditions(statement),
      ...changeOrder(statement),
      ...changeWords(statement),
      ...swapColumns(statement, types),
    ].map((edit) => ({ ...edit, start: edit.start + statement.start, end: edit.end + statement.start })),
  )
  return [...edits, ...swapFields(source, statements, types)]
}
