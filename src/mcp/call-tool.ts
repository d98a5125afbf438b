/** Runs a call of a tool. Every failure is a result that a model can read. */

import type { FastifyInstance } from 'fastify'
import type { JsonObject } from '#kernel/contract/json'
import type { Credential } from '#kernel/http/caller'
import {
  ArgumentFault,
  genericArguments,
  namedArguments,
  type OperationArguments,
  requireKnown,
  textArgument,
} from './arguments.ts'
import { type CallOperation, missingParameters, spelledAs } from './call.ts'
import { type CallableOperation, callableOperations, isGranted } from './callable.ts'
import { describeOperation } from './describe.ts'
import { GENERIC_TOOLS, WRITE_TOOL } from './generic-tools.ts'
import { AREAS, type McpOptions } from './options.ts'
import { errorResult, presentResponse, type ToolResult, textResult } from './result.ts'
import { dryRunAdvice } from './tools.ts'

/** What the tools of a request use. */
export interface ToolContext {
  readonly credential: Credential
  readonly options: McpOptions
  readonly callOperation: CallOperation
  readonly searchOperations: FastifyInstance['searchOperations']
}

const genericTools = new Map([...GENERIC_TOOLS, WRITE_TOOL].map((tool) => [tool.name, tool]))

/** Runs a tool: one of the generic ones, or an operation by its id. */
export const callTool = async (context: ToolContext, name: string, values: JsonObject): Promise<ToolResult> => {
  try {
    const generic = genericTools.get(name)
    if (generic) requireKnown(values, generic)
    if (name === 'search_operations') return await search(context, values)
    if (name === 'describe_operation') return describe(operationOf(textArgument(values, 'operationId')))
    if (name === 'read_operation') return await read(context, values)
    if (name === 'write_operation')
      return await run(context, operationOf(textArgument(values, 'operationId')), genericArguments(values))
    return await run(context, operationOf(name), namedArguments(values))
  } catch (error) {
    if (error instanceof ArgumentFault) return errorResult(error.message)
    throw error
  }
}

const operationOf = (id: string): CallableOperation => {
  const found = callableOperations.get(id)
  if (found) return found
  throw new ArgumentFault(`There is no operation "${id.slice(0, 100)}" for tools. Find one by search_operations.`)
}

const MAX_FOUND = 20

const search = async (context: ToolContext, values: JsonObject): Promise<ToolResult> => {
  const { credential, options } = context
  const area = textArgument(values, 'area', '')
  if (area !== '' && !AREAS.has(area))
    throw new ArgumentFault(`There is no area "${area.slice(0, 100)}". Areas: ${[...AREAS.keys()].join(', ')}.`)
  const found = (await findOperations(context, textArgument(values, 'query').slice(0, 200))).filter(
    ({ operation }) => area === '' || operation.schema.tags.includes(area),
  )
  const granted = found.filter(({ operation }) => isGranted(credential, operation))
  const shown = granted.filter(({ isWrite }) => options.hasWrites || !isWrite)
  const rows = shown.slice(0, MAX_FOUND).map(({ operation: { operationId, schema, dryRun }, isWrite }) => ({
    operationId,
    summary: schema.summary,
    area: schema.tags[0],
    changesData: isWrite,
    ...(dryRun !== undefined && { dryRun }),
  }))
  return textResult(JSON.stringify(rows), notesOf(found, granted, shown))
}

/** Returns the operations that a query matches, the best first. An empty query matches all, in the order of the contract. */
const findOperations = async ({ searchOperations }: ToolContext, query: string): Promise<CallableOperation[]> => {
  if (query.trim() === '') return [...callableOperations.values()]
  const hits = await searchOperations(query)
  return hits.flatMap(({ operation: { id } }) => callableOperations.get(id) ?? [])
}

const notesOf = (
  found: readonly CallableOperation[],
  granted: readonly CallableOperation[],
  shown: readonly CallableOperation[],
): string => {
  const lacking = found.slice(0, MAX_FOUND).filter((one) => !granted.includes(one))
  const scopes = [...new Set(lacking.map(({ operation }) => operation.scope))].join(', ')
  const off = granted.length - shown.length
  return [
    ...(shown.length > MAX_FOUND ? [`${shown.length - MAX_FOUND} more match. Use more words.`] : []),
    ...(lacking.length > 0
      ? [`${lacking.length} of the best matches require scopes that the credential lacks: ${scopes}.`]
      : []),
    ...(off > 0 ? [`${off} matches change something. Changes are off for this connection.`] : []),
  ].join('\n')
}

const describe = (callable: CallableOperation): ToolResult => {
  const advice = callable.isWrite ? dryRunAdvice(callable.operation.dryRun) : ''
  return textResult(JSON.stringify(describeOperation(callable)), advice)
}

const read = (context: ToolContext, values: JsonObject): Promise<ToolResult> => {
  const callable = operationOf(textArgument(values, 'operationId'))
  if (callable.isWrite) requireScope(context, callable)
  if (callable.isWrite)
    throw new ArgumentFault(`${callable.operation.operationId} changes something. ${writesAdvice(context.options)}`)
  return run(context, callable, genericArguments(values))
}

const writesAdvice = ({ hasWrites }: McpOptions): string =>
  hasWrites
    ? 'Call it by write_operation.'
    : 'Changes are off for this connection. The user can switch them on: ?writes=true at the end of the address of this server.'

/** Nothing else that is missing helps without the scope, so this is reported first. A complete call is refused by its route. */
const requireScope = ({ credential }: ToolContext, { operation }: CallableOperation): void => {
  if (isGranted(credential, operation)) return
  const { operationId, scope } = operation
  throw new ArgumentFault(
    `insufficient-scope: ${operationId} requires the scope ${scope}, which the credential of this connection lacks.`,
  )
}

const run = async (
  context: ToolContext,
  callable: CallableOperation,
  { fields, ...call }: OperationArguments,
): Promise<ToolResult> => {
  const { options, callOperation } = context
  const { operation, isWrite } = callable
  const { operationId, dryRun } = operation
  if (isWrite && !options.hasWrites) {
    requireScope(context, callable)
    const instead = dryRun === undefined ? '' : ` Its dry run is ${dryRun}.`
    throw new ArgumentFault(`${operationId} changes something. ${writesAdvice(options)}${instead}`)
  }
  const parameters = spelledAs(operation, call.parameters)
  const missing = missingParameters(operation, parameters)
  if (missing.length > 0) requireScope(context, callable)
  if (missing.length > 0) throw new ArgumentFault(`Parameters are missing: ${missing.join(', ')}.`)
  return presentResponse(await callOperation(operation, { ...call, parameters }), fields)
}
