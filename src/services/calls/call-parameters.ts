import { contractSchemas } from '#kernel/contract/catalogue'
import type { Operation } from '#kernel/contract/schema'
import { describeFaults } from '#kernel/errors/fault-messages'
import { badInputs, type FieldFault } from '#kernel/errors/problem'
import { buildValidator } from '#kernel/http/validation'

/** The parameters of a call in this process, unchecked. */
export interface CallParameters {
  params?: unknown
  query?: unknown
}

/** A name with the text that is sent. */
type Sent = [string, string]

/**
 * Returns the path with its parameters and the query; lists and objects of the query as JSON text. Validates the parameters
 * by the schema of the operation first: a text in the place of an id could be the path of another operation.
 *
 * @throws 400.
 */
export const addressOf = (operation: Operation, { params, query }: CallParameters): string => {
  const given = new Map<string, unknown>(Object.entries(params ?? {}))
  const names = [...operation.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const path = names.map((name): Sent => [name, textOf(given.get(name))])
  const sent = Object.entries(query ?? {}).flatMap(([name, value]): Sent[] => {
    if (value === undefined || value === null) return []
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]]
  })
  const faults = [...path.flatMap(segmentFaults), ...schemaFaults(operation, path, sent)]
  if (faults.length > 0) throw badInputs(faults)
  const values = new Map(path)
  const address = operation.url.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(values.get(name) ?? ''))
  return sent.length === 0 ? address : `${address}?${new URLSearchParams(sent)}`
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** A segment that URL parsers resolve instead of sending it (WHATWG URL, single-dot and double-dot segments). */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i

/** Refuses what no segment of a path can be, whatever its schema. */
const segmentFaults = ([name, text]: Sent): FieldFault[] => {
  const pointer = `path:${name}`
  if (text === '') return [{ pointer, message: 'must be a text or a number that is not empty' }]
  if (DOT_SEGMENT.test(text)) return [{ pointer, message: 'must not be a dot segment, which means another path' }]
  return text.isWellFormed() ? [] : [{ pointer, message: 'must not contain a lone surrogate' }]
}

const buildPart = buildValidator(Object.fromEntries(contractSchemas.map((schema) => [String(schema.$id), schema])))

type Validate = ReturnType<typeof buildPart>
const validators = new WeakMap<object, Validate>()

const validatorOf = (schema: object): Validate => {
  const validate = validators.get(schema) ?? buildPart({ schema })
  validators.set(schema, validate)
  return validate
}

const schemaFaults = ({ schema }: Operation, path: readonly Sent[], query: readonly Sent[]): FieldFault[] => [
  ...partFaults('path:', schema.params, path),
  ...partFaults('query:', schema.querystring, query),
]

const partFaults = (prefix: string, schema: object | undefined, sent: readonly Sent[]): FieldFault[] => {
  const result = schema && validatorOf(schema)(Object.fromEntries(sent))
  if (!result || !('error' in result)) return []
  return describeFaults(result.error.validation, (pointer) => `${prefix}${pointer.slice(1)}`)
}
