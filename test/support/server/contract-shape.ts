import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'

type Json = Record<string, unknown>

const bundle = JSON.parse(readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Json>>
  components: { schemas: Record<string, Json> }
}

/** The strict form of the contract for responses: every documented field, and no other. */
const strict = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(strict)
  if (typeof node !== 'object' || node === null) return node
  const made = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, strict(value)])) as Json
  if (typeof made.properties !== 'object' || made.properties === null || !String(made.type).includes('object'))
    return made
  return { ...made, required: Object.keys(made.properties), additionalProperties: false }
}

// Without a precision, ajv compares binary fractions: 2.0725 would be no multiple of 0.0001.
const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true, multipleOfPrecision: 9 })
addFormats.default(ajv)
ajv.addFormat('int32', { type: 'number', validate: (n) => Number.isInteger(n) && Math.abs(n) <= 2_147_483_648 })
ajv.addSchema({ $id: 'contract', components: { schemas: strict(bundle.components.schemas) } })
const compiled = new Map<string, ValidateFunction>()

/** Compares a response with the 200 of an operation: every field and no other, each of its type and format. */
export const expectShape = (operationId: string, answer: unknown): void => {
  const validate = compiled.get(operationId) ?? ajv.compile(answerSchema(operationId))
  compiled.set(operationId, validate)
  validate(answer)
  expect(validate.errors ?? [], operationId).toEqual([])
}

const answerSchema = (operationId: string): Json => {
  const operation = Object.values(bundle.paths)
    .flatMap((path) => Object.values(path))
    .find((found) => found.operationId === operationId) as
    | { responses: { 200: { content: { 'application/json': { schema: Json } } } } }
    | undefined
  if (!operation) throw new Error(`The contract has no operation ${operationId}`)
  const text = JSON.stringify(strict(operation.responses[200].content['application/json'].schema))
  return JSON.parse(text.replaceAll('"#/components/', '"contract#/components/')) as Json
}

interface Delivery {
  properties: { data: { properties: { Record: { 'x-records': Record<string, readonly string[]> } } } }
}

/** The names of the shapes of delivered records, by the first word of the event kinds. */
export const deliveredShapes = (bundle.components.schemas.WebhookDelivery as unknown as Delivery).properties.data
  .properties.Record['x-records']

/** Compares a delivered record with the shapes that the contract names for its kind: it has one of them. */
export const expectDeliveredShape = (kind: string, record: unknown): void => {
  const faults = (deliveredShapes[kind] ?? []).map((name) => {
    const validate = ajv.compile({ $ref: `contract#/components/schemas/${name}` })
    return validate(record) ? [] : (validate.errors ?? [])
  })
  expect(faults, kind).toContainEqual([])
}
