import { findSimilar } from '#kernel/text/similar'

/** An operation of the contract. */
export interface ListedOperation {
  method: string
  /** In the spelling of the contract: `/api/groups/{groupId}`. */
  path: string
}

/** Longer paths and segments are not compared, which bounds the work. */
const MAX_SEGMENTS = 12
const MAX_SEGMENT = 60

/** The cost of a segment that only one of two paths has, and of a parameter that the other path spells as a word. */
const MISSING = 2
const WORD_AS_PARAMETER = 1.5
/** Paths that differ by more are not similar. */
const MAX_COST = 3

/**
 * Returns the operation whose path differs least from a path that does not exist: a misspelled segment, one too many, or one
 * that is missing, such as `/api` at its beginning. An operation with the same method is preferred. Undefined if none is similar.
 */
export const findNearest = (
  operations: readonly ListedOperation[],
  method: string,
  path: string,
): ListedOperation | undefined => {
  const sent = segmentsOf(path)
  if (sent.length === 0 || sent.length > MAX_SEGMENTS || sent.some((one) => one.length > MAX_SEGMENT)) return undefined
  const split = operations
    .map((operation) => ({ operation, segments: segmentsOf(operation.path) }))
    .filter(({ segments }) => Math.abs(sent.length - segments.length) <= 1)
  const words = [...new Set(split.flatMap(({ segments }) => segments))]
  const isSimilar = (one: string, word: string) => findSimilar(one, [word], (text) => text) !== undefined
  const meant = new Map(sent.map((one) => [one, new Set(words.filter((word) => isSimilar(one, word)))]))
  const rated = split.map(({ operation, segments }) => ({
    operation,
    cost: costOf(sent, segments, meant) + (operation.method === method ? 0 : 0.5),
  }))
  const [best] = rated.sort((one, other) => one.cost - other.cost)
  return best && best.cost <= MAX_COST ? best.operation : undefined
}

const segmentsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')

/** Returns the cost of the cheapest alignment of two paths. @param meant the known segments that a sent one is similar to. */
const costOf = (
  sent: readonly string[],
  known: readonly string[],
  meant: ReadonlyMap<string, ReadonlySet<string>>,
): number => {
  let row = [...known, ''].map((_segment, at) => at * MISSING)
  for (const [at, segment] of sent.entries()) {
    const next = [(at + 1) * MISSING]
    for (const [to, wanted] of known.entries()) {
      const replaced = (row[to] ?? 0) + replacement(segment, wanted, meant.get(segment))
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + MISSING, (next[to] ?? 0) + MISSING))
    }
    row = next
  }
  return row.at(-1) ?? Number.POSITIVE_INFINITY
}

const replacement = (segment: string, wanted: string, meant: ReadonlySet<string> | undefined): number => {
  if (segment === wanted) return 0
  if (wanted.startsWith('{')) return /^[\d{:]/.test(segment) ? 0 : WORD_AS_PARAMETER
  return meant?.has(wanted) ? 1 : Number.POSITIVE_INFINITY
}
