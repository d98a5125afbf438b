import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Json, JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { requestOperation, type SentResponse } from '#services/calls/call-operation'
import { bodyOf, parametersOf } from './input-schema.ts'

/** The arguments of a call of an operation. */
export interface CallArguments {
  /** Values of the path and the query, by name. */
  readonly parameters: JsonObject
  readonly body: Json | undefined
  readonly ifMatch: string | undefined
  readonly idempotencyKey: string | undefined
}

/** Calls an operation through its route. The caller of the request is the caller of the operation. */
export type CallOperation = (operation: Operation, call: CallArguments) => Promise<SentResponse>

/**
 * Calls operations in process through their routes, so that a model has no more rights than its user: credential, tenant,
 * scopes, rate limits, validation, Idempotency-Key, history and log are those of every other client. Unknown fields and
 * parameters are refused, so that a model notices a misspelled one.
 */
export const operationCaller = (app: FastifyInstance, request: FastifyRequest): CallOperation => {
  const headers = { ...credentialOf(request), prefer: 'handling=strict' }
  return async (operation, { parameters, body, ...conditions }) => {
    const input = { ...dividedParameters(operation, parameters), ...(bodyOf(operation) && { body }), ...conditions }
    return requestOperation(app, request, operation, input, headers)
  }
}

const credentialOf = ({ headers: { authorization, ...others } }: FastifyRequest): Record<string, string> => {
  const { 'x-api-key': key, 'x-tenant-key': tenant } = others
  return {
    ...(authorization !== undefined && { authorization }),
    ...(typeof key === 'string' && { 'x-api-key': key }),
    ...(typeof tenant === 'string' && { 'x-tenant-key': tenant }),
  }
}

/** Names that are not parameters of the path are sent in the query, where the operation checks them. */
const dividedParameters = (operation: Operation, parameters: JsonObject): { params: object; query: object } => {
  const ofPath = new Set(parametersOf(operation).flatMap(({ name, place }) => (place === 'path' ? [name] : [])))
  const entries = Object.entries(parameters)
  return {
    params: Object.fromEntries(entries.filter(([name]) => ofPath.has(name))),
    query: Object.fromEntries(entries.filter(([name, value]) => !ofPath.has(name) && value !== '')),
  }
}

/** Spells the names of parameters as the operation does: the documents mix ContactId and contactId. */
export const spelledAs = (operation: Operation, parameters: JsonObject): JsonObject => {
  const names = new Map(parametersOf(operation).map(({ name }) => [name.toLowerCase(), name]))
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
  )
}

/** The names of required parameters that a call lacks. */
export const missingParameters = (operation: Operation, parameters: JsonObject): string[] => {
  const given = new Set(Object.entries(parameters).flatMap(([name, value]) => (isAbsent(value) ? [] : [name])))
  return parametersOf(operation).flatMap(({ name, isRequired }) => (isRequired && !given.has(name) ? [name] : []))
}

const isAbsent = (value: Json): boolean => value === null || value === ''
