/** A word or a sign of a statement. */
export interface Token {
  word: string
  /** Offsets in the statement. */
  start: number
  end: number
  /** The number of parentheses and CASE around it. */
  depth: number
}

const WORDS = new RegExp(
  `\\b(?:${[
    'DISTINCT FROM|AND|OR|WHERE|ON|HAVING|FILTER|WHEN|THEN|ELSE|CASE|END|GROUP BY|ORDER BY|PARTITION BY|LIMIT|OFFSET|FOR',
    'RETURNING|UNION|INTERSECT|EXCEPT|JOIN|LEFT|RIGHT|INNER|CROSS|FULL|FROM|SELECT|SET|VALUES|BETWEEN|ROWS|RANGE|USING|DO|AS',
  ].join('|')})\\b|[(),;]`,
  'g',
)

/** Returns the keywords that bound conditions, the parentheses and the commas. The AND of BETWEEN is none of them. */
export const tokensOf = (text: string): Token[] => {
  let depth = 0
  const ranges = new Set<number>()
  return [...text.matchAll(WORDS)].flatMap((match) => {
    const [word] = match
    if (word === ')' || word === 'END') depth--
    const token = { word, start: match.index, end: match.index + word.length, depth }
    if (word === '(' || word === 'CASE') depth++
    if (word === 'BETWEEN') ranges.add(depth)
    if (word === 'DISTINCT FROM' || word === 'BETWEEN' || (word === 'AND' && ranges.delete(depth))) return []
    return [token]
  })
}

const BRACKETS = new Set(['(', ')', 'CASE', 'END', 'FILTER'])

/** Whether a token ends a condition at this depth. */
const bounds = ({ word, depth }: Token, of: number): boolean => depth < of || (depth === of && !BRACKETS.has(word))

/** Returns the token that ends the condition after a token; undefined for the end of the statement. */
export const boundAfter = (tokens: readonly Token[], token: Token): Token | undefined =>
  tokens.find((other) => other.start > token.start && bounds(other, token.depth))

/** Returns the token that starts the condition before a token; undefined for the start of the statement. */
export const boundBefore = (tokens: readonly Token[], token: Token): Token | undefined =>
  tokens.findLast((other) => other.start < token.start && bounds(other, token.depth))
