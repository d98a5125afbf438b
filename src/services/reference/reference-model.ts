/** The operations of the served OpenAPI document, as the pages of the reference show them. */
import type { OpenapiDocument } from '#kernel/contract/document'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import { ownValue } from '#kernel/lookups/own-value'

export interface ReferenceOperation {
  id: string
  /** In upper case. */
  method: string
  path: string
  area: string
  /** The sub-resource, as a part of the path: `contacts/emails`. */
  section: string
  summary: string
  description: string
  /** The scope that it requires; null for a public operation. */
  scope: string | null
  /** The tokens that it takes of the rate limits. */
  cost: number
  parameters: ReferenceParameter[]
  /** The request body by its first media type. */
  body: ReferenceBody | null
  responses: ReferenceResponse[]
}

export interface ReferenceParameter {
  name: string
  /** `path`, `query` or `header`. */
  location: string
  isRequired: boolean
  description: string
  shape: JsonObject
  example: Json | undefined
}

export interface ReferenceBody {
  mediaType: string
  isRequired: boolean
  shape: JsonObject
  example: Json | undefined
}

export interface ReferenceResponse {
  status: string
  description: string
  headers: string[]
  body: ReferenceBody | null
}

export interface ReferenceArea {
  name: string
  description: string
  sections: { name: string; operations: ReferenceOperation[] }[]
}

export interface ReferenceModel {
  areas: ReferenceArea[]
  operations: ReferenceOperation[]
  /** By the id in lower case, because paths are case-insensitive. */
  byId: ReadonlyMap<string, ReferenceOperation>
  /** Follows a reference within the document. */
  resolve(schema: Json | undefined): JsonObject
}

export const buildReference = (document: OpenapiDocument): ReferenceModel => {
  const resolve = resolver(document)
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isJsonObject(operation) ? [operationOf(resolve, path, method, operation)] : [],
    ),
  )
  const operations = withSections(found)
  const tags = Array.isArray(document.tags) ? document.tags.filter(isJsonObject) : []
  const areas = tags.map((tag) => areaOf(String(tag.name), textOf(tag.description), operations))
  return { areas, operations, byId: new Map(operations.map((one) => [one.id.toLowerCase(), one])), resolve }
}

const POINTER = /^#\/components\/(\w+)\/([^/]+)$/

const resolver = ({ components }: OpenapiDocument) => {
  const resolve = (value: Json | undefined): JsonObject => {
    if (!isJsonObject(value)) return {}
    const [, kind = '', name = ''] = POINTER.exec(textOf(value.$ref)) ?? []
    if (kind === '') return value
    const group = ownValue(components, kind)
    const { $ref: _ref, ...others } = value
    return { ...resolve(isJsonObject(group) ? ownValue(group, name) : undefined), ...others }
  }
  return resolve
}

type Resolve = ReferenceModel['resolve']

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const operationOf = (resolve: Resolve, path: string, method: string, operation: JsonObject): ReferenceOperation => {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
  const responses = isJsonObject(operation.responses) ? operation.responses : {}
  const scope = textOf(operation['x-scope'])
  return {
    id: textOf(operation.operationId),
    method: method.toUpperCase(),
    path,
    area: String([operation.tags].flat()[0]),
    section: '',
    summary: textOf(operation.summary),
    description: textOf(operation.description),
    scope: scope === '' ? null : scope,
    cost: Number(operation['x-cost'] ?? 1),
    parameters: parameters.map((parameter) => parameterOf(resolve(parameter))),
    body: bodyOf(resolve(operation.requestBody)),
    responses: Object.entries(responses).map(([status, response]) => responseOf(status, resolve(response))),
  }
}

const parameterOf = (parameter: JsonObject): ReferenceParameter => ({
  name: textOf(parameter.name),
  location: textOf(parameter.in),
  isRequired: parameter.required === true,
  description: textOf(parameter.description),
  shape: isJsonObject(parameter.schema) ? parameter.schema : {},
  example: parameter.example,
})

/** An upload can be a form or bare bytes: a page sends a form. */
const PREFERRED: ReadonlySet<string> = new Set(['application/json', 'multipart/form-data'])

const bodyOf = ({ content, required }: JsonObject): ReferenceBody | null => {
  const types = Object.entries(isJsonObject(content) ? content : {})
  const first = types.find(([type]) => PREFERRED.has(type)) ?? types[0]
  if (!first || !isJsonObject(first[1])) return null
  const [mediaType, { schema, example }] = first
  return { mediaType, isRequired: required === true, shape: isJsonObject(schema) ? schema : {}, example }
}

const responseOf = (status: string, response: JsonObject): ReferenceResponse => ({
  status,
  description: textOf(response.description),
  headers: Object.keys(isJsonObject(response.headers) ? response.headers : {}),
  body: bodyOf(response),
})

/**
 * Returns the segments of a path that are names. `api`, `native` and `integration` contain everything and say nothing.
 */
const namesIn = (path: string): string[] =>
  path.split('/').filter((part) => part !== '' && !part.includes('{') && !/^(api|native|integration|0)$/.test(part))

/**
 * Divides operations into sections. Two names of the path are a section if several operations of the area have them;
 * otherwise the first one is.
 */
const withSections = (operations: readonly ReferenceOperation[]): ReferenceOperation[] => {
  const keyOf = ({ area, path }: ReferenceOperation) => `${area} ${namesIn(path).slice(0, 2).join('/')}`
  const counts = new Map<string, number>()
  for (const operation of operations) counts.set(keyOf(operation), (counts.get(keyOf(operation)) ?? 0) + 1)
  return operations.map((operation) => {
    const [first = '', second = ''] = namesIn(operation.path)
    const isSection = second !== '' && (counts.get(keyOf(operation)) ?? 0) > 1
    return { ...operation, section: isSection ? `${first}/${second}` : first }
  })
}

const areaOf = (name: string, description: string, operations: readonly ReferenceOperation[]): ReferenceArea => {
  const own = operations.filter(({ area }) => area === name)
  const sections = [...new Set(own.map(({ section }) => section))].sort()
  return {
    name,
    description,
    sections: sections.map((section) => ({
      name: section,
      operations: own.filter((operation) => operation.section === section),
    })),
  }
}
