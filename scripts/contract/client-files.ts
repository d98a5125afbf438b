/** The facts of the published contract that the code of the client package needs at run time. */
import '#areas/index'
import type { OpenapiDocument } from '#kernel/contract/document'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import { buildPublishedDocument } from '#kernel/contract/published'
import { problemTypes } from '#kernel/errors/problem-types'
import { listEventKinds } from '#kernel/outbox/event-kind'

const NOTE = '// Generated from openapi/ by npm run contract. Do not edit.\n'

/** File contents by path, relative to the root of the project. */
export const clientFiles = (bundle: OpenapiDocument): Map<string, string> =>
  new Map([['client/src/generated/facts.ts', factsText(buildPublishedDocument(bundle))]])

const factsText = (document: OpenapiDocument): string => {
  const operations = operationsOf(document)
  return `${NOTE}import type { components } from './schema.ts'

/** Every code of a problem that this version of the server can return. */
export type ProblemCode =
${unionOf(Object.keys(problemTypes).sort())}

/** The types of the events that webhooks send. */
export type WebhookType =
${unionOf([...listEventKinds().map(({ kind }) => kind), 'webhook.ping'].sort())}

type Schemas = components['schemas']

/** The record in the full style of a webhook, by the first word of the event type. */
export interface WebhookRecords {
${recordLines(document).join('\n')}
}

/** The POST operations that change nothing: a request can be repeated without an Idempotency-Key. */
export const readingPosts = [
${operations
  .filter(isReadingPost)
  .map(({ path }) => `  '${path}',`)
  .join('\n')}
] as const

/** The operations whose body is a file, or the fields of a form, instead of JSON. */
export const bodiesBesideJson: Readonly<Record<string, 'file' | 'form'>> = {
${operations.flatMap(bodyLines).join('\n')}
}

/** The Accept that returns the file itself, of the operations that return it as JSON, too. */
export const acceptOfFiles: Readonly<Record<string, string>> = {
${operations.flatMap(fileLines).join('\n')}
}

/** How to continue the lists that send no link to their next page. \`none\`: they return only their first page. */
export const pagingWithoutLink: Readonly<Record<string, 'Skip' | 'skip' | 'options' | 'body' | 'none'>> = {
${operations.flatMap((one) => pagingLines(document, one)).join('\n')}
}
`
}

const unionOf = (names: readonly string[]): string => names.map((name) => `  | '${name}'`).join('\n')

interface Operation {
  path: string
  method: string
  operation: JsonObject
}

const operationsOf = ({ paths }: OpenapiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isJsonObject(operation) ? [{ path, method, operation }] : [],
    ),
  )

const isReadingPost = ({ method, operation }: Operation): boolean =>
  method === 'post' && String(operation['x-scope']).endsWith(':read')

const keyOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`

const mediaTypes = (holder: Json): string[] => {
  const content = memberOf(holder, 'content')
  return isJsonObject(content) ? Object.keys(content) : []
}

const JSON_TYPE = 'application/json'

/** The line of an operation that takes another body than JSON. */
const bodyLines = (one: Operation): string[] => {
  const types = mediaTypes(memberOf(one.operation, 'requestBody'))
  if (types.length === 0 || types.includes(JSON_TYPE)) return []
  return [`  '${keyOf(one)}': '${types.includes('application/x-www-form-urlencoded') ? 'form' : 'file'}',`]
}

/** The line of an operation that returns a file as JSON or as it is. A file is the default of all but CSV. */
const fileLines = (one: Operation): string[] => {
  const types = mediaTypes(memberOf(one.operation, 'responses', '200'))
  if (!types.includes(JSON_TYPE) || types.length === 1) return []
  return [`  '${keyOf(one)}': '${types.includes('text/csv') ? 'text/csv' : '*/*'}',`]
}

/** Whether the response of an operation is a page of a list. */
const isList = ({ components }: OpenapiDocument, { operation }: Operation): boolean => {
  const schema = memberOf(operation, 'responses', '200', 'content', 'application/json', 'schema')
  const name = String(memberOf(schema, '$ref')).replace('#/components/schemas/', '')
  return memberOf(memberOf(components, 'schemas', name) ?? schema, 'properties', 'Results') !== null
}

/** The line of a list that is continued by another way than a link. */
const pagingLines = (document: OpenapiDocument, one: Operation): string[] => {
  const { path, method, operation } = one
  const isPaged = isList(document, one) && (method === 'get' || isReadingPost(one))
  if (!isPaged || memberOf(operation, 'responses', '200', 'headers', 'Link') !== null) return []
  if (method === 'post') return [`  'POST ${path}': 'body',`]
  const parameters = JSON.stringify(operation.parameters ?? [])
  const name = ['Skip', 'skip', 'options'].find((known) => parameters.includes(`"name":"${known}"`))
  const isShared = parameters.includes('/ListOptions"')
  return [`  'GET ${path}': '${name ?? (isShared ? 'options' : 'none')}',`]
}

/** The lines of the records that x-records of the contract names. */
const recordLines = ({ components }: OpenapiDocument): string[] => {
  const found = memberOf(components, 'schemas', 'WebhookDelivery', 'properties', 'data', 'properties', 'Record')
  const records = isJsonObject(found) && isJsonObject(found['x-records']) ? found['x-records'] : {}
  return Object.entries(records).map(([kind, names]) => {
    const shapes = [names].flat().map((name) => `Schemas['${String(name)}']`)
    return `  ${/-/.test(kind) ? `'${kind}'` : kind}: ${shapes.join(' | ')}`
  })
}

const memberOf = (value: Json, ...names: string[]): Json =>
  names.reduce<Json>((object, name) => (isJsonObject(object) ? (object[name] ?? null) : null), value)
