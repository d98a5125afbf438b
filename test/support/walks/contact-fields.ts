import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { bodyProperties, pathNames } from './operations.ts'

/** A field of a request body that chooses a contact, with the value as the field takes it. */
export interface ContactField {
  field: string
  value: (id: string) => Json
}

/** The fields of a request body that choose a contact. */
export const contactFields = (operation: Operation): ContactField[] =>
  Object.entries(bodyProperties(operation))
    .filter(([field]) => /ContactIds?$/.test(field) && !isInPath(operation, field))
    .map(([field, schema]) => ({ field, value: (id) => valueFor(schema, id) }))

/** The path counts where both contain an id. */
const isInPath = ({ url }: Operation, field: string) =>
  pathNames(url).some((name) => name.toLowerCase() === field.toLowerCase())

const valueFor = (schema: Json, id: string): Json => {
  const types = isJsonObject(schema) ? [schema.type, ...anyOf(schema)].flat() : []
  if (types.includes('array')) return [Number(id)]
  return types.includes('integer') ? Number(id) : id
}

const anyOf = ({ anyOf: parts }: JsonObject): Json[] =>
  Array.isArray(parts)
    ? parts.flatMap((part) => (isJsonObject(part) && part.type !== undefined ? [part.type] : []))
    : []
