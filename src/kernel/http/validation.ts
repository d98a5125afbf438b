import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyServerOptions } from 'fastify'
import { bodyReader, type ShapeSchema } from './body-reader.ts'
import { referencedShapes } from './referenced-shapes.ts'
import { buildSerializer } from './serialization.ts'

type Validated = { value: unknown } | { error: Error & { validation: ErrorObject[] } }

/**
 * Validators for Fastify. Bodies are read into the documented form (see body-reader) and then held against the shape
 * with no coercion; parameters of path, query and header are text and are coerced to the documented types (integers from
 * decimal digits alone).
 */
export const schemaController: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: {
    buildSerializer: buildSerializer as never,
    buildValidator: ((externalSchemas: Record<string, AnySchema>) => {
      const body = makeAjv(false)
      const text = makeAjv(true)
      const shapes = externalSchemas as Record<string, ShapeSchema>
      return ({ schema, httpPart }: { schema: AnySchema; httpPart?: string }) =>
        httpPart === 'body'
          ? validator(() => compile(body, schema, shapes), bodyReader(schema as ShapeSchema, shapes))
          : validator(() => compile(text, schema, shapes), integersReader(schema as ShapeSchema))
    }) as never,
  },
}

const INTEGER = /^-?[0-9]+$/

/** What stands for a text that is no integer, and is refused like any other such text. */
const NO_INTEGER = 'no integer'

/** Keeps what is no plain integer from being coerced to one: `0x1`, `1e3` and ` 1 ` are numbers to Ajv. */
const integersReader = ({ properties = {} }: ShapeSchema): ((sent: unknown) => unknown) => {
  const names = Object.keys(properties).filter((name) => properties[name]?.type === 'integer')
  return (sent) => {
    const values = sent as Record<string, unknown>
    const wrong = names.filter((name) => typeof values[name] === 'string' && !INTEGER.test(values[name]))
    return wrong.length === 0 ? sent : { ...values, ...Object.fromEntries(wrong.map((name) => [name, NO_INTEGER])) }
  }
}

/** Compiled when first used: compiling every operation's would cost seconds at start. */
const validator = (compile: () => ValidateFunction, read: (value: unknown) => unknown) => {
  let validate: ValidateFunction | undefined
  return (sent: unknown): Validated => {
    validate ??= compile()
    const value = read(sent)
    if (validate(value)) return { value }
    return { error: Object.assign(new Error('is not valid'), { validation: validate.errors ?? [] }) }
  }
}

/** Adds what the schema refers to first: all of the contract's shapes would cost every process memory and time to start. */
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
    error: { message: ({ schema }) => `must be multiple of ${schema}` },
  })
  ajv.addFormat('int32', {
    type: 'number',
    validate: (n) => Number.isInteger(n) && n >= -2147483648 && n <= 2147483647,
  })
  ajv.addFormat('date', isDate)
  ajv.addFormat('date-time', isDate)
  return ajv
}

/** In decimals, as people write amounts. By division 8.2 would be no multiple of 0.01: it comes to 819.9999999999999. */
export const isMultiple = (step: number, value: number): boolean => {
  const decimals = String(step).split('.')[1]?.length ?? 0
  return Number((Math.round(value / step) * step).toFixed(decimals)) === value
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Both a date and a date-time are read wherever either is documented; without a zone UTC is meant. */
export const isDate = (text: string): boolean => {
  const found = DATE.exec(text)
  if (!found) return false
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const made = new Date(Date.UTC(year, month - 1, day))
  if (made.getUTCMonth() !== month - 1 || made.getUTCDate() !== day || year < 1) return false
  return found[4] === undefined || !Number.isNaN(Date.parse(text.replace(' ', 'T')))
}
