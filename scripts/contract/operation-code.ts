/** Converts an OpenAPI operation to the expression of its constant. */
import type { OpenapiDocument } from '#kernel/contract/document'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import { type Code, call, literal, object } from './code.ts'
import { schemaCode, type Uses } from './schema-code.ts'

export interface SourceOperation {
  path: string
  method: string
  json: JsonObject
}

interface Context {
  bundle: OpenapiDocument
  uses: Uses
}

/** Parts of the OpenAPI operation that Fastify's route schema cannot contain. */
const documentOnly = ['parameters', 'requestBody', 'responses', 'callbacks', 'servers', 'externalDocs']
const isJsonType = (type: string): boolean => /^[^;]*[/+]json\b/.test(type)
const isForm = (type: string): boolean => type === 'application/x-www-form-urlencoded'

export function operationCode(operation: SourceOperation, bundle: OpenapiDocument, uses: Uses): Code {
  const { path, method, json } = operation
  uses.helpers.add('operation')
  const entries: [string, Code][] = [
    ['operationId', literal(json.operationId ?? null)],
    ['method', literal(method.toUpperCase())],
    ['url', literal(fastifyUrl(path))],
    ['openapiPath', literal(path)],
    ['scope', literal(json['x-scope'] ?? null)],
    ['isPublic', literal(json['x-public'] ?? false)],
    ['extension', literal(json['x-extension'] ?? false)],
    ...(json['x-cost'] === undefined ? [] : [['cost', literal(json['x-cost'])] satisfies [string, Code]]),
    ...(json['x-dry-run'] === undefined ? [] : [['dryRun', literal(json['x-dry-run'])] satisfies [string, Code]]),
    ...(json['x-secret'] === true ? [['hasSecret', literal(true)] satisfies [string, Code]] : []),
    ...(json['x-strict-query'] === true ? [['isStrictQuery', literal(true)] satisfies [string, Code]] : []),
    ...(json['x-foreign-query'] === true ? [['hasForeignQuery', literal(true)] satisfies [string, Code]] : []),
    ...(json['x-strict-body'] === true ? [['isStrictBody', literal(true)] satisfies [string, Code]] : []),
    ['schema', routeSchema(json, { bundle, uses })],
    ['document', literal(picked(json, (key) => documentOnly.includes(key)))],
  ]
  return call('operation', object(entries))
}

function picked(json: JsonObject, wanted: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([key]) => wanted(key)))
}

/** Doubles a colon of the contract, because the router would treat it as the start of a parameter. */
export function fastifyUrl(path: string): string {
  return path.replaceAll(':', '::').replace(/\{([^}]*)\}/g, (_, name: string) => {
    if (!/^\w+$/.test(name)) throw new Error(`${path}: the router cannot have a parameter named "${name}"`)
    return `:${name}`
  })
}

function routeSchema(json: JsonObject, context: Context): Code {
  const said = picked(json, (key) => !documentOnly.includes(key))
  const entries = Object.entries(said).map(([key, value]): [string, Code] => [key, literal(value)])
  const parts: [string, Code | undefined][] = [
    ['params', parametersCode('path', json, context)],
    ['querystring', parametersCode('query', json, context)],
    ['body', bodyCode(json, context)],
    ['response', answersCode(json, context)],
  ]
  return object([...entries, ...parts.filter((part): part is [string, Code] => part[1] !== undefined)])
}

/** Resolves a reference to the shared components: a parameter, body or response. */
function resolved(value: Json | undefined, bundle: OpenapiDocument): JsonObject {
  if (!isJsonObject(value)) throw new Error(`Not an object: ${JSON.stringify(value)}`)
  if (typeof value.$ref !== 'string') return value
  let target: Json = bundle
  for (const step of value.$ref.slice(2).split('/')) target = (isJsonObject(target) ? target[step] : undefined) ?? null
  return resolved(target, bundle)
}

/** Headers are excluded, because the kernel reads the same ones on every route. */
function parametersCode(place: 'path' | 'query', json: JsonObject, context: Context): Code | undefined {
  const all = Array.isArray(json.parameters)
    ? json.parameters.map((parameter) => resolved(parameter, context.bundle))
    : []
  const here = all.filter((parameter) => parameter.in === place)
  if (here.length === 0) return undefined
  const names = (wanted: JsonObject[]): Json[] => wanted.map(({ name }) => name ?? null)
  const filled = here.filter(
    ({ required, schema }) => !required && isJsonObject(schema) && schema.default !== undefined,
  )
  const properties = here.map(({ name, schema }): [string, Code] => [
    String(name),
    schemaCode(checksOnly(isJsonObject(schema) ? schema : { type: 'string' }), context.uses),
  ])
  context.uses.helpers.add('parameters')
  const lists = [names(here.filter(({ required }) => required)), names(filled)]
  while (lists.at(-1)?.length === 0) lists.pop()
  return call('parameters', object(properties), ...lists.map(literal))
}

/** Only `document` describes a parameter. The route needs only keywords that reject or fill in a value. */
function checksOnly(schema: JsonObject): JsonObject {
  return picked(
    schema,
    (key) =>
      !/^(x-(?!contact-id$).*|title|description|examples?|content[A-Z].*|deprecated|externalDocs|xml)$/.test(key),
  )
}

function contents(json: JsonObject): [type: string, schema: JsonObject][] {
  const content = isJsonObject(json.content) ? json.content : {}
  return Object.entries(content).map(([type, media]) => {
    const schema = isJsonObject(media) ? media.schema : undefined
    return [type, isJsonObject(schema) ? schema : {}]
  })
}

function wrapped(name: string, inner: Code, uses: Uses): Code {
  uses.helpers.add(name)
  return call(name, inner)
}

function bodyCode(json: JsonObject, { bundle, uses }: Context): Code | undefined {
  if (json.requestBody === undefined) return undefined
  const body = resolved(json.requestBody, bundle)
  const all = contents(body)
  const checked = all.filter(([type]) => isJsonType(type) || isForm(type))
  const codes = checked.map(([type, schema]): [string, Code] => [type, schemaCode(schema, uses)])
  const [only] = codes
  if (only === undefined) return undefined
  if (all.length === 1) return wrapped(body.required === true ? 'request' : 'optionalRequest', only[1], uses)
  const code = wrapped('requestContents', object(codes), uses)
  return checked.length === all.length ? code : wrapped('orRaw', code, uses)
}

/** Only successes: errors are thrown, and one handler sends them. */
function answersCode(json: JsonObject, { bundle, uses }: Context): Code {
  const responses = isJsonObject(json.responses) ? Object.entries(json.responses) : []
  const answers = responses.flatMap(([status, response]): [string, Code][] => {
    const all = contents(resolved(response, bundle))
    const schema = all.find(([type]) => isJsonType(type))?.[1]
    if (!/^2\d\d$/.test(status) || schema === undefined) return []
    const code = schemaCode(schema, uses)
    return [[status, all.every(([type]) => isJsonType(type)) ? code : wrapped('orRaw', code, uses)]]
  })
  return object(answers)
}
