import fastJson from 'fast-json-stringify'
import type { ShapeSchema } from './body-reader.ts'
import { referencedShapes } from './referenced-shapes.ts'

type Serialize = (value: unknown) => string
interface Json {
  [key: string]: unknown
  type?: unknown
  properties?: unknown
  additionalProperties?: unknown
}

/**
 * Builds serializers from the response schemas: only what the contract documents is ever sent. Each is built when it is
 * first used: building all of them would cost seconds.
 */
export const buildSerializer =
  (shapes: Record<string, ShapeSchema>) =>
  ({ schema }: { schema: unknown }): Serialize => {
    let serialize: Serialize | undefined
    return (value) => {
      serialize ??= compileSerializer(schema, shapes)
      return serialize(value)
    }
  }

export const compileSerializer = (schema: unknown, shapes: Record<string, ShapeSchema>): Serialize =>
  fastJson(opened(schema) as never, { schema: opened(referencedShapes(schema, shapes)) as never })

/** Opens an object without listed properties: it is sent with all it has, where the serializer would send it empty. */
const opened = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(opened)
  if (typeof node !== 'object' || node === null) return node
  const copy: Json = {}
  for (const [key, value] of Object.entries(node)) copy[key] = opened(value)
  const isObject = copy.type === 'object' || (Array.isArray(copy.type) && copy.type.includes('object'))
  if (isObject && !copy.properties && copy.additionalProperties === undefined) copy.additionalProperties = true
  return copy
}
