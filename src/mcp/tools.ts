/** The tools that a connection offers. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { Credential } from '#kernel/http/caller'
import { type CallableOperation, callableOperations, isGranted } from './callable.ts'
import { COMMON_OPERATIONS } from './common-operations.ts'
import { GENERIC_TOOLS, WRITE_TOOL } from './generic-tools.ts'
import { inputSchemaOf } from './input-schema.ts'
import type { McpOptions } from './options.ts'

/** Clients and models handle about this many tools. */
export const MAX_TOOLS = 128

export interface OfferedTools {
  tools: Tool[]
  /** The operations of the named areas that are no tools of their own, because there would be too many. */
  leftOut: number
  /** Whether the credential can change anything by this connection. */
  canWrite: boolean
}

/**
 * Lists the tools: those for every operation of the contract, the operations of common tasks, and those of the areas that the
 * address names. Operations whose scope the credential lacks are left out, and those that change something unless the
 * address asks for writes. Of too many, the common ones are offered first, then those that read.
 */
export const offeredTools = (credential: Credential, options: McpOptions): OfferedTools => {
  const isOffered = ({ operation, isWrite }: CallableOperation) =>
    (options.hasWrites || !isWrite) && isGranted(credential, operation)
  const canWrite = [...callableOperations.values()].some((one) => one.isWrite && isOffered(one))
  const generic = canWrite ? [...GENERIC_TOOLS, WRITE_TOOL] : [...GENERIC_TOOLS]
  const named = byUse(namedOperations(options).filter(isOffered))
  const shown = named.slice(0, MAX_TOOLS - generic.length)
  return { tools: [...generic, ...shown.map(toolOf)], leftOut: named.length - shown.length, canWrite }
}

/** The operations of common tasks first, then those that read. */
const byUse = (operations: readonly CallableOperation[]): CallableOperation[] => {
  const rank = ({ operation, isWrite }: CallableOperation) =>
    COMMON_OPERATIONS.has(operation.operationId) ? 0 : isWrite ? 2 : 1
  return operations.toSorted((one, other) => rank(one) - rank(other))
}

const namedOperations = ({ areas }: McpOptions): CallableOperation[] => {
  const ofAreas = new Set(areas)
  return [...callableOperations.values()].filter(
    ({ operation }) =>
      COMMON_OPERATIONS.has(operation.operationId) || operation.schema.tags.some((tag) => ofAreas.has(tag)),
  )
}

const made = new Map<CallableOperation, Tool>()

const toolOf = (callable: CallableOperation): Tool => {
  const known = made.get(callable)
  if (known) return known
  const { operation, isWrite } = callable
  const tool: Tool = {
    name: operation.operationId,
    title: operation.schema.summary,
    description: descriptionOf(callable),
    inputSchema: inputSchemaOf(callable),
    annotations: {
      title: operation.schema.summary,
      readOnlyHint: !isWrite,
      // These describe changes only.
      ...(isWrite && { destructiveHint: isDestructive(callable), idempotentHint: operation.method !== 'POST' }),
      openWorldHint: false,
    },
  }
  made.set(callable, tool)
  return tool
}

const MAX_DESCRIPTION = 700

const descriptionOf = ({ operation, isWrite }: CallableOperation): string => {
  const { description } = operation.schema
  const short =
    description.length <= MAX_DESCRIPTION
      ? description
      : `${description.slice(0, MAX_DESCRIPTION).replace(/[^.]*$/, '')} See describe_operation.`
  return `${short}${isWrite ? ` ${dryRunAdvice(operation.dryRun)}` : ''}`
}

/** What to do before an operation that changes something. */
export const dryRunAdvice = (dryRun: string | undefined): string =>
  dryRun === undefined
    ? 'It has no dry run: show the user what you are about to change, and call it after the user has agreed.'
    : `Call its dry run first (${dryRun}), and show the user the result.`

const DESTRUCTIVE =
  /^(void|cancel|drop|merge|refund|remove|withdraw|reject|decline|hide|reset|disconnect|uninstall|unapply)/

const isDestructive = ({ operation }: CallableOperation): boolean =>
  operation.method === 'DELETE' || DESTRUCTIVE.test(operation.operationId)
