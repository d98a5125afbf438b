/** Full-text search over operations, their descriptions, parameters and fields. */
import type { JsonObject } from '#kernel/contract/json'
import type { ReferenceModel, ReferenceOperation } from './reference-model.ts'
import { fieldsOf } from './schema-text.ts'

/** An operation that matches, and the fields and parameters whose names do. */
export interface SearchHit {
  operation: ReferenceOperation
  fields: string[]
}

interface Entry {
  operation: ReferenceOperation
  /** Texts in lower case, the most important first. */
  texts: readonly string[]
  /** `Balance in the response`, by the name in lower case. */
  fields: readonly (readonly [string, string])[]
}

export type SearchIndex = (query: string) => SearchHit[]

const MAX_QUERY = 200

/** The weight of a word by where it is found: title, fields, description, descriptions of fields. */
const WEIGHTS = [8, 5, 2, 1]

/** Returns a function that finds the operations that contain all words of a query, the best first. */
export const buildSearch = (model: ReferenceModel): SearchIndex => {
  const entries = model.operations.map((operation) => entryOf(model, operation))
  return (query) => {
    const words = wordsOf(query)
    if (words.length === 0) return []
    return entries
      .map((entry) => ({ entry, weight: weigh(entry, words) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .map(({ entry }) => ({ operation: entry.operation, fields: matchingFields(entry, words) }))
  }
}

export const wordsOf = (query: string): string[] =>
  query
    .slice(0, MAX_QUERY)
    .toLowerCase()
    .split(/[^\p{L}\p{N}$_.{}/-]+/u)
    .filter((word) => word !== '')

const weigh = (entry: Entry, words: readonly string[]): number => {
  let sum = entry.operation.id.toLowerCase() === words[0] ? 100 : 0
  for (const word of words) {
    const weights = entry.texts.map((text, at) => (text.includes(word) ? (WEIGHTS[at] ?? 0) : 0))
    if (entry.fields.some(([name]) => name === word)) weights.push(7)
    const best = Math.max(...weights)
    if (best === 0) return 0
    sum += best
  }
  return sum
}

const matchingFields = ({ fields }: Entry, words: readonly string[]): string[] =>
  fields.filter(([name]) => words.some((word) => name.includes(word))).map(([, label]) => label)

const entryOf = (model: ReferenceModel, operation: ReferenceOperation): Entry => {
  const { id, method, path, summary, description, area, section, scope, parameters, body, responses } = operation
  const success = responses.find(({ status }) => status.startsWith('2'))?.body
  const found = new Map<string, string>()
  const texts: string[] = []
  for (const { name, description: text } of parameters) {
    found.set(name, `${name} (parameter)`)
    texts.push(text)
  }
  collect(model, body?.shape, 'request', found, texts)
  collect(model, success?.shape, 'response', found, texts)
  const fields = [...found].map(([name, label]) => [name.toLowerCase(), label] as const)
  const title = [id, method, path, summary, area, section, scope ?? 'public'].join(' ')
  const names = fields.map(([name]) => name).join(' ')
  return { operation, texts: [title, names, description, texts.join(' ')].map((text) => text.toLowerCase()), fields }
}

const MAX_DEPTH = 6

/** Collects the names and descriptions of all fields of a schema. */
const collect = (
  { resolve }: ReferenceModel,
  schema: JsonObject | undefined,
  place: 'request' | 'response',
  found: Map<string, string>,
  texts: string[],
): void => {
  const open = schema === undefined ? [] : [{ schema, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [name, field] of fieldsOf(resolve, next.schema)) {
      const label = found.get(name)
      found.set(
        name,
        label === undefined || label.includes(place) ? `${name} (${place})` : `${name} (request, response)`,
      )
      texts.push(String(resolve(field).description ?? ''))
      if (next.depth < MAX_DEPTH) open.push({ schema: field, depth: next.depth + 1 })
    }
  }
}
