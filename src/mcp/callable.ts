/** The operations of the contract that a model can call, and who is allowed to. */

import { operationCatalogue } from '#kernel/contract/catalogue'
import { isJsonObject, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { covers, SELF_SCOPE } from '#kernel/contract/scopes'
import type { Credential } from '#kernel/http/caller'

/** An operation as tools offer it. */
export interface CallableOperation {
  readonly operation: Operation
  /** Whether it changes something. A dry run does not, whatever scope it requires. */
  readonly isWrite: boolean
}

const dryRuns: ReadonlySet<string> = new Set(
  [...operationCatalogue.values()].flatMap(({ dryRun }) => (dryRun === undefined ? [] : [dryRun])),
)

const contentOf = (part: unknown): JsonObject | undefined =>
  isJsonObject(part) && isJsonObject(part.content) ? part.content : undefined

/** Whether requests and responses are JSON: a model neither sends nor reads files. */
const isJson = ({ document }: Operation): boolean => {
  const sent = contentOf(document.requestBody)
  const responses = isJsonObject(document.responses) ? document.responses : {}
  const received = contentOf(responses['200'])
  return [sent, received].every((content) => !content || 'application/json' in content)
}

/** Public operations are for visitors. Those that take a credential belong to its tenant, and reading them is useful. */
const isForCallers = ({ isPublic, method, schema }: Operation): boolean =>
  !isPublic || (method === 'GET' && schema.security.some((scheme) => Object.keys(scheme).length > 0))

const isWrite = ({ operationId, method, scope }: Operation): boolean =>
  !dryRuns.has(operationId) && (scope?.endsWith(':write') === true || (method !== 'GET' && !scope?.endsWith(':read')))

/**
 * All operations that a model can call, by id. Not those with a secret in their response: it would be stored with the
 * conversation and sent to the vendor of the model.
 */
export const callableOperations: ReadonlyMap<string, CallableOperation> = new Map(
  [...operationCatalogue.values()]
    .filter((operation) => isForCallers(operation) && isJson(operation) && !operation.hasSecret)
    .map((operation) => [operation.operationId, { operation, isWrite: isWrite(operation) }]),
)

/** Whether a credential has the scope of an operation. The operation checks it again when it is called. */
export const isGranted = ({ kind, scopes }: Credential, { scope, isPublic }: Operation): boolean => {
  if (isPublic) return true
  if (scope === null) return true
  // Whatever the scopes of a credential, the operations of a member's own records are for members.
  if (kind === 'member' || scope === SELF_SCOPE) return kind === 'member' && scope === SELF_SCOPE
  return covers(scopes, scope)
}
