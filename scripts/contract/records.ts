/** The lists of records in the contract, made from the marks of their shapes. */
import type { OpenapiDocument } from '#kernel/contract/document'
import { isJsonObject, type JsonObject, mapObjects } from '#kernel/contract/json'

/** A shape of records whose events and changes are published. */
interface Marked {
  shape: string
  /** The first word of the kinds of their events. */
  word: string
  /** The kind of the record in its history, which mostly is the same. */
  entity: string
}

const WORD = 'x-record'
const ENTITY = 'x-record-entity'

/**
 * Fills each `x-records` with the shapes by the first word of their events, and `{x-records}` in a description with the
 * kinds of their records. The marks themselves, `x-record` and `x-record-entity` of a shape, are not published.
 */
export const withRecords = (document: OpenapiDocument): OpenapiDocument => {
  const marked = markedShapes(document)
  const words = [...new Set(marked.map(({ word }) => word))].sort()
  const shapesOf = (word: string) => marked.filter((one) => one.word === word).map(({ shape }) => shape)
  const shapes = Object.fromEntries(words.map((word) => [word, shapesOf(word)]))
  const entities = [...new Set(marked.map(({ entity }) => entity))].sort().join(', ')
  const filled = (object: JsonObject): JsonObject => {
    const { [WORD]: _word, [ENTITY]: _entity, ...rest } = object
    if ('x-records' in rest) rest['x-records'] = shapes
    if (typeof rest.description === 'string') rest.description = rest.description.replace('{x-records}', entities)
    return rest
  }
  return mapObjects(document, filled) as OpenapiDocument
}

const markedShapes = ({ components }: OpenapiDocument): Marked[] => {
  const { schemas } = components
  return Object.entries(isJsonObject(schemas) ? schemas : {}).flatMap(([shape, schema]) => {
    const word = isJsonObject(schema) ? schema[WORD] : undefined
    if (!isJsonObject(schema) || typeof word !== 'string') return []
    const entity = schema[ENTITY]
    return [{ shape, word, entity: typeof entity === 'string' ? entity : word }]
  })
}
