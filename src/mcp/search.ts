/** Full-text search over the operations of the contract. */
import { type CallableOperation, callableOperations } from './callable.ts'

interface Indexed {
  callable: CallableOperation
  /** The words of the id and the summary, of the path and the area, and of the description. */
  words: readonly [ReadonlySet<string>, ReadonlySet<string>, ReadonlySet<string>]
}

const WEIGHTS = [6, 3, 1] as const

/** "getMembershipNightly" and "getmembershipnightly/{id}" become words; plurals lose their s. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))

const STOP_WORDS: ReadonlySet<string> = new Set([
  'the',
  'of',
  'and',
  'for',
  'an',
  'to',
  'in',
  'is',
  'with',
  'api',
  'how',
])

let index: readonly Indexed[] | undefined

const makeIndex = (): readonly Indexed[] =>
  [...callableOperations.values()].map((callable) => {
    const { operationId, openapiPath, schema } = callable.operation
    const parts = [`${operationId} ${schema.summary}`, `${openapiPath} ${schema.tags.join(' ')}`, schema.description]
    const [names, places, descriptions] = parts.map((text) => new Set(wordsOf(text ?? '')))
    return { callable, words: [names ?? new Set(), places ?? new Set(), descriptions ?? new Set()] }
  })

/** Returns the operations that a query matches, the best first. An empty query matches all, in the order of the contract. */
export const searchOperations = (query: string): CallableOperation[] => {
  index ??= makeIndex()
  const wanted = [...new Set(wordsOf(query))]
  if (wanted.length === 0) return index.map(({ callable }) => callable)
  return index
    .map(({ callable, words }) => ({ callable, score: scoreOf(words, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ callable }) => callable)
}

/** A word counts where it matches best. Operations that contain all words come first. */
const scoreOf = (words: Indexed['words'], wanted: readonly string[]): number => {
  const scores = wanted.map((word) => bestMatch(words, word))
  const found = scores.filter((score) => score > 0).length
  return scores.reduce((sum, score) => sum + score, 0) * (found / wanted.length)
}

const bestMatch = (words: Indexed['words'], word: string): number => {
  const at = words.findIndex((set) => set.has(word))
  if (at >= 0) return WEIGHTS[at] ?? 0
  const prefix = words.findIndex((set) => [...set].some((one) => one.startsWith(word) || sharesStem(one, word)))
  return prefix < 0 ? 0 : (WEIGHTS[prefix] ?? 0) / 2
}

/** The shortest beginning that two words of one stem share. */
const MIN_STEM = 4

/** "renewal" finds renew, "registered" finds registration. */
const sharesStem = (one: string, word: string): boolean => {
  const length = [...one].findIndex((letter, at) => letter !== word[at])
  return (length < 0 ? one.length : length) >= Math.max(MIN_STEM, 0.6 * Math.min(one.length, word.length))
}
