import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyServerOptions } from 'fastify'
import { ownValue } from '../lookups/own-value.ts'
import { isDate } from '../time/written-date.ts'
import { bodyReader, type ShapeSchema } from './body-reader.ts'
import { misspelledFaults } from './ignored-fields.ts'
import { referencedShapes } from './referenced-shapes.ts'
import { buildSerializer } from './serialization.ts'

type Validated = { value: unknown } | { error: Error & { validation: ErrorObject[] } }

/**
 * Builds validators for Fastify. Bodies are converted to the documented form (see body-reader) and then validated without
 * coercion. Parameters of path, query and header are text and are coerced to the documented types (integers only from
 * decimal digits).
 */
export const buildValidator = (externalSchemas: Record<string, AnySchema>) => {
  const body = makeAjv(false)
  const text = makeAjv(true)
  const shapes = externalSchemas as Record<string, ShapeSchema>
  return ({ schema, httpPart }: { schema: AnySchema; httpPart?: string }) =>
    httpPart === 'body'
      ? validator(() => compile(body, schema, shapes), bodyReader(schema as ShapeSchema, shapes))
      : validator(() => compile(text, schema, shapes), parametersReader(schema as ShapeSchema))
}

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>

/**
 * Keeps the shapes of the contract, and their validators and serializers, once for all plugins of a server. By default
 * each of some hundred plugins copies them: 13 MB.
 */
export const schemaController = (): SchemaController => {
  const shapes: Record<string, AnySchema & ShapeSchema> = {}
  const bucket = {
    add: (schema: ShapeSchema) => {
      // A copy, because other servers of the process (tests) add the same object.
      shapes[String(schema.$id)] = structuredClone(schema)
    },
    getSchema: (id: string) => ownValue(shapes, id),
    getSchemas: () => shapes,
  }
  const validators = buildValidator(shapes)
  const serializers = buildSerializer(shapes)
  // Fastify's types of compilers are those of its own validators; ours return a value or an error.
  return {
    bucket: () => bucket as never,
    compilersFactory: { buildSerializer: () => serializers as never, buildValidator: () => validators as never },
  }
}

const INTEGER = /^-?[0-9]+$/

/** Replaces a text that is not a decimal integer, so that it is rejected. */
const NOT_AN_INTEGER = 'not an integer'

/** Prevents the coercion of `0x1`, `1e3` and ` 1 `, which are numbers to Ajv. */
const readInteger = (value: unknown): unknown =>
  typeof value === 'string' && !INTEGER.test(value) ? NOT_AN_INTEGER : value

/** Converts parameters to the documented form where coercion would misread them. */
const parametersReader = ({ properties = {} }: ShapeSchema): ((sent: unknown) => unknown) => {
  const readers = Object.entries(properties).flatMap(([name, { type }]) =>
    type === 'integer' ? [[name, readInteger] as const] : [],
  )
  return (sent) => {
    const values = sent as Record<string, unknown>
    const changed = readers
      .map(([name, read]) => [name, ownValue(values, name), read] as const)
      .flatMap(([name, value, read]) => (read(value) === value ? [] : [[name, read(value)] as const]))
    return changed.length === 0 ? sent : { ...values, ...Object.fromEntries(changed) }
  }
}

/**
 * Returns a validator that is compiled at first use: compiling those of every operation would cost seconds at start.
 */
const validator = (compile: () => ValidateFunction, read: (value: unknown) => unknown) => {
  let validate: ValidateFunction | undefined
  return (sent: unknown): Validated => {
    validate ??= compile()
    const value = read(sent)
    if (validate(value)) return { value }
    const validation = [...(validate.errors ?? []), ...misspelled(value)]
    return { error: Object.assign(new Error('is not valid'), { validation }) }
  }
}

/** Returns the dropped fields with a name similar to one of the shape, in the form of Ajv's errors: each can be the cause. */
const misspelled = (value: unknown): ErrorObject[] =>
  misspelledFaults(value).map(({ pointer, message }) => ({
    keyword: 'unknown',
    schemaPath: '',
    params: {},
    instancePath: pointer,
    message,
  }))

/** Adds only the shapes that the schema references: all shapes of the contract would cost each process memory and time. */
const compile = (ajv: Ajv, schema: AnySchema, shapes: Record<string, ShapeSchema>): ValidateFunction => {
  for (const [name, shape] of Object.entries(referencedShapes(schema, shapes)))
    if (!ajv.schemas[name] && !ajv.refs[name]) ajv.addSchema(shape)
  return ajv.compile(schema)
}

const makeAjv = (coerceTypes: boolean): Ajv => {
  const ajv = new Ajv({ coerceTypes, useDefaults: true, allErrors: true, strict: false, allowUnionTypes: true })
  addFormats.default(ajv)
  ajv.removeKeyword('multipleOf')
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: isMultiple,
    error: { message: ({ schema }) => `must be a multiple of ${schema}` },
  })
  ajv.addFormat('int32', {
    type: 'number',
    validate: (n) => Number.isInteger(n) && n >= -2147483648 && n <= 2147483647,
  })
  // A number of JSON is exact below 2^53; ids of 64 bits stay below it.
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger })
  ajv.addFormat('date', isDate)
  ajv.addFormat('date-time', isDate)
  return ajv
}

/** Compares decimals, as people write amounts. By division 8.2 / 0.01 is 819.9999999999999. */
export const isMultiple = (step: number, value: number): boolean => {
  const decimals = String(step).split('.')[1]?.length ?? 0
  return Number((Math.round(value / step) * step).toFixed(decimals)) === value
}
