/**
 * What the generated contract modules are written with: TypeBox schemas whose JSON is exactly the OpenAPI schema, and
 * whose static types know that an answer carries every field while a request may leave out all but the required ones.
 */
import type { Readable } from 'node:stream'
import { type SchemaOptions, type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import type { JsonObject } from './json.ts'

/** A schema that reads differently in an answer and in a request. */
export interface Shape<Answer, Input> extends TSchema {
  static: Answer
  input: Input
}

/** The type of a value of this schema as a request may carry it. */
export type InputOf<S extends TSchema> = S extends { input: infer I } ? I : Static<S>

/** Content that is sent or received as it is: a file, a page, CSV. */
export type RawContent = Buffer | Readable | string

type Properties = Record<string, TSchema>
type Answers<P extends Properties> = { [K in keyof P]: Static<P[K]> }
/** The properties named by R are there, the others may be. */
type Partly<P extends object, R extends PropertyKey> = {
  [K in keyof P as K extends R ? K : never]: P[K]
} & { [K in keyof P as K extends R ? never : K]?: P[K] } extends infer All
  ? { [K in keyof All]: All[K] }
  : never
type Inputs<P extends Properties, R extends keyof P> = Partly<{ [K in keyof P]: InputOf<P[K]> }, R>
type Present<P extends Properties, R extends keyof P> = Partly<Answers<P>, R>
type Scalar = string | number | boolean | null

const shape = <Answer, Input = Answer>(json: object): Shape<Answer, Input> => json as Shape<Answer, Input>

/** An object. TypeBox would list every property in `required`: here it is listed only where the contract demands it. */
export function object<P extends Properties, R extends keyof P & string = never>(
  properties: P,
  options: SchemaOptions & { required?: R[] } = {},
): Shape<Answers<P>, Inputs<P, R>> {
  const { required, ...rest } = options
  const { required: _all, ...schema } = Type.Object(properties, rest)
  return shape(required ? { ...schema, required } : schema)
}

/** An object whose property names the contract does not list; `values` describes what they hold, if anything does. */
export function record<S extends TSchema = TUnsafe<unknown>>(
  values: S | undefined,
  options: SchemaOptions = {},
): Shape<Record<string, Static<S>>, Record<string, InputOf<S>>> {
  return shape(Type.Unsafe({ type: 'object', ...(values && { additionalProperties: values }), ...options }))
}

export function list<S extends TSchema>(items: S, options: SchemaOptions = {}): Shape<Static<S>[], InputOf<S>[]> {
  return shape(Type.Array(items, options))
}

/** A reference to the schema with that `$id`. Its types are named, not inferred, so that shapes may contain themselves. */
export function ref<Answer, Input>(name: string, options: SchemaOptions = {}): Shape<Answer, Input> {
  return shape(Type.Ref(`${name}#`, options))
}

/** The same schema, allowing null: `type: [T, 'null']`. */
export function nullable<S extends TSchema>(schema: S): Shape<Static<S> | null, InputOf<S> | null> {
  return shape({ ...schema, type: [schema.type, 'null'] })
}

/** A closed list of values. `type` stays as the contract spells it. */
export function literals<const V extends Scalar>(values: readonly V[], options: SchemaOptions = {}): TUnsafe<V> {
  return Type.Unsafe<V>({ ...options, enum: values })
}

export function literal<const V extends Scalar>(value: V, options: SchemaOptions = {}): TUnsafe<V> {
  return Type.Unsafe<V>({ ...options, const: value })
}

/** One schema with several types: the members' keywords side by side under `type: [...]`. */
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
 * Path or query parameters. `required` goes into the JSON; `filled` names those that a default fills in, so the handler
 * finds them too.
 */
export function parameters<
  P extends Properties,
  R extends keyof P & string = never,
  F extends keyof P & string = never,
>(properties: P, required: R[] = [], _filled: F[] = []): TUnsafe<Present<P, R | F>> {
  return Type.Unsafe({ type: 'object', properties, ...(required.length > 0 && { required }) })
}

/** A schema used as a request body: statically, what a caller may send. */
export function request<S extends TSchema>(schema: S): TUnsafe<InputOf<S>> {
  return schema as unknown as TUnsafe<InputOf<S>>
}

/** A body that may be absent, which Fastify validates as null. */
export function optionalRequest<S extends TSchema>(schema: S): TUnsafe<InputOf<S> | null> {
  return Type.Unsafe({ anyOf: [schema, { type: 'null' }] })
}

/** A body in several content types. Fastify validates those given here and leaves any other to the handler. */
export function requestContents<C extends Properties>(contents: C): TUnsafe<InputOf<C[keyof C]>> {
  const content = Object.entries(contents).map(([type, schema]) => [type, { schema }])
  return { content: Object.fromEntries(content) } as unknown as TUnsafe<InputOf<C[keyof C]>>
}

/** The same schema where content may also come or go as it is: a file in an answer, an upload in a body. */
export function orRaw<S extends TSchema>(schema: S): TUnsafe<Static<S> | RawContent> {
  return schema as unknown as TUnsafe<Static<S> | RawContent>
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What Fastify gets. Only successes are listed under `response`: faults are thrown and written by one handler. */
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
  /** The scope that a caller needs; null where the operation is public or asks for no particular scope. */
  scope: string | null
  isPublic: boolean
  /** True for an operation of our own, which the documents do not list. */
  extension: boolean
  schema: S
  /** The parts of the OpenAPI operation that Fastify has no place for: parameters, requestBody, responses. */
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
