/** The search for operations: of the reference and of the tools for models. */
import type { JsonObject } from '#kernel/contract/json'
import type { ReferenceModel, ReferenceOperation } from './reference-model.ts'
import { fieldsOf } from './schema-text.ts'
import { asksForChange, type Term, termsOf, wordReader, wordsOf } from './search-words.ts'

/** An operation that matches, and the fields and parameters whose names do. */
export interface SearchHit {
  operation: ReferenceOperation
  /** Whether it contains all words of the query, or others that mean the same. */
  isComplete: boolean
  fields: string[]
}

interface Entry {
  operation: ReferenceOperation
  /** The words of the summary. */
  summary: ReadonlySet<string>
  /** `Balance (response)`, by the name in lower case. */
  fields: ReadonlyMap<string, string>
}

/** The operations that contain a word, by their number, each with the best position of the word. */
type Positions = Map<number, number>

interface Index {
  entries: Entry[]
  positions: Map<string, Positions>
}

export type SearchIndex = (query: string) => SearchHit[]

const MAX_QUERY = 200

/** The weight of a word by its position: id and summary; path and area; names of fields; description; descriptions of fields. */
const WEIGHTS = [10, 5, 4, 2.5, 0.6] as const

/**
 * Returns a function that finds the operations that match a query, the best first: a question or words in the terms of the field, the
 * name of a field, a path or an id.
 */
export const buildSearch = (model: ReferenceModel): SearchIndex => {
  const index = indexOf(model)
  return (sent) => {
    const text = sent.slice(0, MAX_QUERY).trim()
    const query = text.toLowerCase()
    const ratings = rateAll(index, termsOf(text))
    return index.entries
      .map((entry, number) => ({ entry, isNamed: isNamed(entry, query), ...(ratings.get(number) ?? NOT_FOUND) }))
      .filter(({ weight, isNamed: named }) => weight > 0 || named)
      .sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.weight - a.weight)
      .map(({ entry, isNamed: named, isComplete }) => ({
        operation: entry.operation,
        isComplete: isComplete || named,
        fields: matchingFields(entry, query),
      }))
  }
}

const isNamed = ({ operation: { id, path, method } }: Entry, query: string): boolean =>
  [id, path, `${method} ${path}`].some((name) => name.toLowerCase() === query)

interface Rating {
  weight: number
  isComplete: boolean
}

const NOT_FOUND: Rating = { weight: 0, isComplete: false }

const MAX_RARITY = 4
const MIN_SHARE = 0.5
/** What an operation that reads is worth more for a question. */
const READING = 1.4
const READS = /^(list|get|search|query|preview|lookup|find)/

/**
 * Rates the operations by their numbers: each word by its best position and its rarity; all by the share of the words that an
 * operation contains, and by the share of its summary that the query contains.
 */
const rateAll = ({ entries, positions }: Index, terms: readonly Term[]): Map<number, Rating> => {
  const sums = new Map<number, { sum: number; share: number; words: number }>()
  // Rare words say more about what is meant than those that many operations contain.
  const rarity = (stem: string): number => Math.log(1 + entries.length / (positions.get(stem)?.size ?? entries.length))
  let all = 0
  for (const { stems } of terms) {
    const share = Math.max(MIN_SHARE, ...[...stems].map(([stem, like]) => like * Math.min(rarity(stem), MAX_RARITY)))
    all += share
    for (const [number, weight] of bestOf(stems, positions, rarity)) {
      const { sum, share: found, words } = sums.get(number) ?? { sum: 0, share: 0, words: 0 }
      sums.set(number, { sum: sum + weight, share: found + share, words: words + 1 })
    }
  }
  const asked = new Set(terms.flatMap(({ stems }) => [...stems.keys()]))
  const reading = asksForChange(terms) ? 1 : READING
  return new Map(
    [...sums].map(([number, { sum, share, words }]) => {
      const entry = entries[number]
      const factor = entry && READS.test(entry.operation.id) ? reading : 1
      const weight = sum * (share / all) * (1 + coverageOf(entry?.summary ?? asked, asked)) * factor
      return [number, { weight, isComplete: words === terms.length }]
    }),
  )
}

/** Returns the weight of a word in each operation that contains one of its stems. */
const bestOf = (
  stems: Term['stems'],
  positions: Index['positions'],
  rarity: (stem: string) => number,
): Map<number, number> => {
  const best = new Map<number, number>()
  for (const [stem, like] of stems) {
    const factor = like * Math.sqrt(rarity(stem))
    for (const [number, position] of positions.get(stem) ?? [])
      best.set(number, Math.max(best.get(number) ?? 0, factor * (WEIGHTS[position] ?? 0)))
  }
  return best
}

const coverageOf = (summary: ReadonlySet<string>, asked: ReadonlySet<string>): number =>
  [...summary].filter((word) => asked.has(word)).length / Math.max(1, summary.size)

const matchingFields = ({ fields }: Entry, query: string): string[] => {
  const words = query.split(/[^\p{L}\p{N}$_.-]+/u).filter((word) => word.length > 2)
  return [...fields].filter(([name]) => words.some((word) => name.includes(word))).map(([, label]) => label)
}

const indexOf = (model: ReferenceModel): Index => {
  const positions: Index['positions'] = new Map()
  const read = wordReader()
  const entries = model.operations.map((operation, number) => {
    const found = fieldsIn(model, operation)
    for (const [position, texts] of textsOf(operation, found).entries())
      for (const word of texts.flatMap(read)) addPosition(positions, word, number, position)
    const { labels } = found
    return {
      operation,
      summary: new Set(wordsOf(operation.summary)),
      fields: new Map([...labels].map(([name, label]) => [name.toLowerCase(), label])),
    }
  })
  return { entries, positions }
}

const addPosition = (positions: Index['positions'], word: string, number: number, position: number): void => {
  const known = positions.get(word) ?? new Map<number, number>()
  if (!known.has(number)) known.set(number, position)
  positions.set(word, known)
}

/** Returns the texts of an operation by their positions, the most telling first: see WEIGHTS. */
const textsOf = (
  { id, summary, path, area, section, scope, description }: ReferenceOperation,
  { labels, texts }: Found,
): string[][] => [
  [id, summary],
  [path, area, section, scope ?? 'public'],
  [...labels.keys()],
  [description],
  [...texts],
]

const fieldsIn = (model: ReferenceModel, { parameters, body, responses }: ReferenceOperation): Found => {
  const found: Found = { labels: new Map(), texts: new Set() }
  for (const { name, description } of parameters) {
    found.labels.set(name, `${name} (parameter)`)
    found.texts.add(description)
  }
  collect(model, body?.shape, 'request', found)
  collect(model, responses.find(({ status }) => status.startsWith('2'))?.body?.shape, 'response', found)
  return found
}

interface Found {
  /** The labels of fields by their names. */
  labels: Map<string, string>
  texts: Set<string>
}

const MAX_DEPTH = 6

/** Collects the names and descriptions of all fields of a schema. */
const collect = (
  { resolve }: ReferenceModel,
  schema: JsonObject | undefined,
  place: 'request' | 'response',
  { labels, texts }: Found,
): void => {
  const open = schema === undefined ? [] : [{ schema, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [name, field] of fieldsOf(resolve, next.schema)) {
      const label = labels.get(name)
      labels.set(
        name,
        label === undefined || label.includes(place) ? `${name} (${place})` : `${name} (request, response)`,
      )
      texts.add(String(resolve(field).description ?? ''))
      if (next.depth < MAX_DEPTH) open.push({ schema: field, depth: next.depth + 1 })
    }
  }
}
