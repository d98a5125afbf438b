import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { ownValue } from '#kernel/lookups/own-value'
import type { CallableOperation } from './callable.ts'
import { bodyOf, parametersOf, selfContained } from './input-schema.ts'
import { MAX_RESULT } from './result.ts'

/** Everything that a model needs to call an operation, bounded like a result. */
export const describeOperation = ({ operation, isWrite }: CallableOperation): JsonObject => {
  const { operationId, method, openapiPath, scope, cost, dryRun, schema } = operation
  const described: JsonObject = {
    operationId,
    summary: schema.summary,
    description: schema.description,
    request: `${method} ${openapiPath}`,
    scope,
    changesData: isWrite,
    ...(dryRun !== undefined && { dryRun }),
    ...(cost !== undefined && { tokensOfTheRateLimit: cost }),
    parameters: parametersOf(operation).map(({ name, isRequired, values, description }) => ({
      name,
      isRequired,
      description,
      schema: values,
    })),
    ...bodyDescription(operation),
  }
  const response = responseFields(operation)
  const complete = { ...described, responseFields: response }
  return JSON.stringify(complete).length <= MAX_RESULT ? complete : described
}

const bodyDescription = (operation: Operation): JsonObject => {
  const body = bodyOf(operation)
  if (!body) return {}
  const { schema, $defs } = selfContained(body.schema)
  const { isRequired, example } = body
  return { body: { isRequired, ...(example !== undefined && { example }), schema, $defs } }
}

/** The fields of the response with their types; those of the rows of a list after "Results". */
const responseFields = ({ document }: Operation): Json => {
  const responses = isJsonObject(document.responses) ? document.responses : {}
  const content = isJsonObject(responses['200']) ? responses['200'].content : undefined
  const json = isJsonObject(content) ? content['application/json'] : undefined
  const { schema, $defs } = selfContained((isJsonObject(json) ? json.schema : undefined) ?? {})
  return fieldsOf(schema, $defs, 2)
}

/** @param depth the levels of nested shapes to describe. */
const fieldsOf = (schema: Json, $defs: JsonObject, depth: number): Json => {
  const shape = dereferenced(schema, $defs)
  if (isJsonObject(shape.items)) return [fieldsOf(shape.items, $defs, depth)]
  if (!isJsonObject(shape.properties)) return typeOf(shape)
  if (depth === 0) return 'object'
  return Object.fromEntries(
    Object.entries(shape.properties).map(([name, field]) => [name, fieldsOf(field, $defs, depth - 1)]),
  )
}

const dereferenced = (schema: Json, $defs: JsonObject): JsonObject => {
  if (!isJsonObject(schema)) return {}
  const name = typeof schema.$ref === 'string' ? schema.$ref.slice('#/$defs/'.length) : undefined
  return name === undefined ? schema : dereferenced(ownValue($defs, name) ?? null, $defs)
}

const typeOf = ({ type, format, enum: values }: JsonObject): string => {
  const name = [type ?? 'any'].flat().join(' or ')
  if (Array.isArray(values)) return `${name}: ${values.join(', ')}`
  return format === undefined ? name : `${name} (${String(format)})`
}
