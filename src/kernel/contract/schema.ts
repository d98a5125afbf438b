/**
 * The functions of the generated contract modules: TypeBox schemas whose JSON is exactly the OpenAPI schema. By their
 * static types a response has every field, while a request can leave out all but the required ones.
 */
import type { Readable } from 'node:stream'
import { type SchemaOptions, type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import type { JsonObject } from './json.ts'

/** A schema with different types in a response and in a request. */
export interface Shape<Answer, Input> extends TSchema {
  static: Answer
  input: Input
}

/** The type of a value of this schema in a request. */
export type InputOf<S extends TSchema> = S extends { input: infer I } ? I : Static<S>

/** Content that is sent or received unchanged: a file, a page, CSV. */
export type RawContent = Buffer | Readable | string

type Properties = Record<string, TSchema>
type Answers<P extends Properties> = { [K in keyof P]: Static<P[K]> }
/** The properties in R are required, the others optional. */
type Partly<P extends object, R extends PropertyKey> = {
  [K in keyof P as K extends R ? K : never]: P[K]
} & { [K in keyof P as K extends R ? never : K]?: P[K] } extends infer All
  ? { [K in keyof All]: All[K] }
  : never
type Inputs<P extends Properties, R extends keyof P> = Partly<{ [K in keyof P]: InputOf<P[K]> }, R>
type Present<P extends Properties, R extends keyof P> = Partly<Answers<P>, R>
type Scalar = string | number | boolean | null

const shape = <Answer, Input = Answer>(json: object): Shape<Answer, Input> => json as Shape<Answer, Input>

/**
 * Makes an object. TypeBox would list every property in `required`; this lists only those that the contract requires.
 */
export function object<P extends Properties, R extends keyof P & string = never>(
  properties: P,
  options: SchemaOptions & { required?: R[] } = {},
): Shape<Answers<P>, Inputs<P, R>> {
  const { required, ...rest } = options
  const { required: _all, ...schema } = Type.Object(properties, rest)
  return shape(required ? { ...schema, required } : schema)
}

/**
 * Makes an object whose property names the contract does not list; `values` describes their values, if the contract
 * does.
 */
export function record<S extends TSchema = TUnsafe<unknown>>(
  values: S | undefined,
  options: SchemaOptions = {},
): Shape<Record<string, Static<S>>, Record<string, InputOf<S>>> {
  return shape(Type.Unsafe({ type: 'object', ...(values && { additionalProperties: values }), ...options }))
}

export function list<S extends TSchema>(items: S, options: SchemaOptions = {}): Shape<Static<S>[], InputOf<S>[]> {
  return shape(Type.Array(items, options))
}

/**
 * Makes a reference to the schema with that `$id`. Its types are named, not inferred, so that shapes can contain
 * themselves.
 */
export function ref<Answer, Input>(name: string, options: SchemaOptions = {}): Shape<Answer, Input> {
  return shape(Type.Ref(`${name}#`, options))
}

/** Returns the same schema, allowing null: `type: [T, 'null']`. */
export function nullable<S extends TSchema>(schema: S): Shape<Static<S> | null, InputOf<S> | null> {
  return shape({ ...schema, type: [schema.type, 'null'] })
}

/** Makes a closed list of values. `type` is that of the contract. */
export function literals<const V extends Scalar>(values: readonly V[], options: SchemaOptions = {}): TUnsafe<V> {
  return Type.Unsafe<V>({ ...options, enum: values })
}

export function literal<const V extends Scalar>(value: V, options: SchemaOptions = {}): TUnsafe<V> {
  return Type.Unsafe<V>({ ...options, const: value })
}

/** Makes one schema with several types: the members' keywords side by side under `type: [...]`. */
export function either<S extends TSchema>(members: S[], options: SchemaOptions): Shape<Static<S>, InputOf<S>> {
  return shape(Object.assign({}, ...members, options))
}

export function anyOf<S extends TSchema>(members: S[], options: SchemaOptions = {}): Shape<Static<S>, InputOf<S>> {
  return shape(Type.Unsafe({ ...options, anyOf: members }))
}

export function oneOf<S extends TSchema>(members: S[], options: SchemaOptions = {}): Shape<Static<S>, InputOf<S>> {
  return shape(Type.Unsafe({ ...options, oneOf: members }))
}

type Every<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer I) => void ? I : never

export function allOf<S extends TSchema>(members: S[], options: SchemaOptions = {}) {
  return shape<Every<Static<S>>, Every<InputOf<S>>>(Type.Unsafe({ ...options, allOf: members }))
}

/**
 * Makes path or query parameters. `required` is part of the JSON; `filled` names the parameters with a default, which
 * the handler always has.
 */
export function parameters<
  P extends Properties,
  R extends keyof P & string = never,
  F extends keyof P & string = never,
>(properties: P, required: R[] = [], _filled: F[] = []): TUnsafe<Present<P, R | F>> {
  return Type.Unsafe({ type: 'object', properties, ...(required.length > 0 && { required }) })
}

/** Makes a schema of a request body: statically, the values that a caller can send. */
export function request<S extends TSchema>(schema: S): TUnsafe<InputOf<S>> {
  return schema as unknown as TUnsafe<InputOf<S>>
}

/** Makes an optional body, which Fastify validates as null if it is absent. */
export function optionalRequest<S extends TSchema>(schema: S): TUnsafe<InputOf<S> | null> {
  return Type.Unsafe({ anyOf: [schema, { type: 'null' }] })
}

/** Makes a body in several content types. Fastify validates those listed here; the handler parses any other. */
export function requestContents<C extends Properties>(contents: C): TUnsafe<InputOf<C[keyof C]>> {
  const content = Object.entries(contents).map(([type, schema]) => [type, { schema }])
  return { content: Object.fromEntries(content) } as unknown as TUnsafe<InputOf<C[keyof C]>>
}

/** Returns the same schema where content can also be sent unchanged: a file in a response, an upload in a body. */
export function orRaw<S extends TSchema>(schema: S): TUnsafe<Static<S> | RawContent> {
  return schema as unknown as TUnsafe<Static<S> | RawContent>
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The schema for Fastify. `response` lists only successes: errors are thrown, and one handler sends them. */
export interface ContractSchema {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  deprecated?: boolean
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  response: Record<number, TSchema>
}

export interface Operation<S extends ContractSchema = ContractSchema> {
  operationId: string
  method: HttpMethod
  /** Fastify's spelling: `/api/contacts/person/:contactId`. */
  url: string
  /** The contract's spelling: `/api/contacts/person/{contactId}`. */
  openapiPath: string
  /** The required scope; null if the operation is public or requires no particular scope. */
  scope: string | null
  isPublic: boolean
  /** True for our own operation, which the documents do not list. */
  extension: boolean
  /** The tokens of the rate limits that a request takes; 1 if it is absent. */
  cost?: number
  /** The id of the operation that shows the effects of this one and changes nothing. */
  dryRun?: string
  /** The response contains a secret that is shown once, or an address that works without a credential. */
  hasSecret?: boolean
  /** A report without query parameters that refuses them all, as operations with parameters refuse others. */
  isStrictQuery?: boolean
  /** Others add query parameters to the address: an authorization server to a callback, a mail service to a link. */
  hasForeignQuery?: boolean
  /** Unknown fields of the body are refused: without a mistyped option, the operation would do more than it was asked to. */
  isStrictBody?: boolean
  schema: S
  /** The parts of the OpenAPI operation that Fastify's schema cannot express: parameters, requestBody, responses. */
  document: JsonObject
}

export const operation = <S extends ContractSchema>(contract: Operation<S>): Operation<S> => contract

type Part<O extends Operation, K extends 'params' | 'querystring' | 'body'> =
  O['schema'] extends Record<K, infer S extends TSchema> ? Static<S> : unknown

export type ParamsOf<O extends Operation> = Part<O, 'params'>
export type QueryOf<O extends Operation> = Part<O, 'querystring'>
export type BodyOf<O extends Operation> = Part<O, 'body'>
/** What a handler returns on success. */
export type ResponseOf<O extends Operation> =
  O['schema']['response'] extends Record<number, infer S extends TSchema> ? Static<S> : unknown
