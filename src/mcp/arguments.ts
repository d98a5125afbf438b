/** The arguments of tools, as models send them. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import { ownValue } from '#kernel/lookups/own-value'
import type { CallArguments } from './call.ts'

/** A mistake of the model, which it reads and corrects. */
export class ArgumentFault extends Error {
  override readonly name = 'ArgumentFault'
}

export interface OperationArguments extends CallArguments {
  readonly fields: readonly string[]
}

/** Reads a text. @throws ArgumentFault. */
export const textArgument = (values: JsonObject, name: string, fallback?: string): string => {
  const value = ownValue(values, name) ?? fallback
  if (typeof value !== 'string') throw new ArgumentFault(`${name} must be a text.`)
  return value
}

const optionalText = (values: JsonObject, name: string): string | undefined => {
  const value = ownValue(values, name) ?? null
  return value === null ? undefined : textArgument(values, name)
}

const fieldsArgument = ({ fields = [] }: JsonObject): string[] => {
  if (Array.isArray(fields) && fields.length <= 100 && fields.every((name) => typeof name === 'string')) return fields
  throw new ArgumentFault('fields must be a list of at most 100 names.')
}

/** The values of headers are visible ASCII. */
const headerArgument = (values: JsonObject, name: string): string | undefined => {
  const value = optionalText(values, name)
  if (value === undefined || /^[\x20-\x7e]{1,255}$/.test(value)) return value
  throw new ArgumentFault(`${name} must be 1 to 255 visible ASCII characters.`)
}

/** Refuses arguments that a tool does not have: a call without its filter or its condition would do something else. */
export const requireKnown = (values: JsonObject, { name, inputSchema }: Pick<Tool, 'name' | 'inputSchema'>): void => {
  const known = Object.keys(inputSchema.properties ?? {})
  const unknown = Object.keys(values).filter((one) => !known.includes(one))
  if (unknown.length === 0) return
  const named = unknown.slice(0, 10).map((one) => one.slice(0, 100))
  throw new ArgumentFault(`${name} has no argument ${named.join(', ')}. Use ${known.join(', ')}.`)
}

/** Arguments of read_operation and write_operation: parameters in an object of their own. @throws ArgumentFault. */
export const genericArguments = (values: JsonObject): OperationArguments => {
  const parameters = fromText(values.parameters ?? {})
  if (!isJsonObject(parameters)) throw new ArgumentFault('parameters must be an object of names and values.')
  return { ...commonArguments(values), parameters }
}

/** Arguments of the tool of an operation: the parameters are arguments themselves. @throws ArgumentFault. */
export const namedArguments = (values: JsonObject): OperationArguments => {
  const { body: _body, fields: _fields, ifMatch: _ifMatch, idempotencyKey: _key, ...parameters } = values
  return { ...commonArguments(values), parameters }
}

const commonArguments = (values: JsonObject) => ({
  body: values.body === undefined ? undefined : fromText(values.body),
  fields: fieldsArgument(values),
  ifMatch: headerArgument(values, 'ifMatch'),
  idempotencyKey: headerArgument(values, 'idempotencyKey'),
})

/** Some models send an object as its JSON text. */
const fromText = (value: Json): Json => {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value
  try {
    return JSON.parse(value) as Json
  } catch {
    return value
  }
}
