/** What an operation of the contract says about its list and its query. */
import { contractSchemas } from './catalogue.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import type { Operation } from './schema.ts'

const shapes = new Map<string, object>(contractSchemas.map((schema) => [`${schema.$id}#`, schema]))

/** Returns the schema itself, or the shape that it references. TypeBox's types do not show the keywords as JSON. */
export const resolved = (schema: object | undefined): JsonObject => {
  const found = (schema ?? {}) as JsonObject
  return typeof found.$ref === 'string' ? ((shapes.get(found.$ref) ?? {}) as JsonObject) : found
}

const isArray = (schema: Json | undefined): boolean => isJsonObject(schema) && [schema.type].flat().includes('array')

/**
 * Returns whether the operation responds with an array of rows, with the list response around one, or is named a list.
 */
export const isListOperation = ({ operationId, schema }: Operation): boolean => {
  if (/^list[A-Z]/.test(operationId)) return true
  const response = resolved(schema.response[200])
  return isArray(response) || (isJsonObject(response.properties) && isArray(response.properties.Results))
}

/**
 * Returns whether parameters that the contract does not contain are refused: without a mistyped option or filter, an
 * operation would respond with what the caller did not ask for. So every operation with parameters of its own refuses
 * others, and so do lists, and reports without any. Those at addresses that others complete ignore them (RFC 6749,
 * 4.1.2).
 */
export const refusesUnknownParameters = (operation: Operation): boolean => {
  if (operation.hasForeignQuery) return false
  return (operation.isStrictQuery ?? false) || queryNamesOf(operation).length > 0 || isListOperation(operation)
}

/** Returns the names of the operation's query parameters, in the order of the contract. */
export const queryNamesOf = ({ schema }: Operation): string[] => Object.keys(schema.querystring?.properties ?? {})
