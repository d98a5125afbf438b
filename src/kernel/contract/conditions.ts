/** What an operation of the contract says about the versions of what it changes. */

import { ownValue } from '../lookups/own-value.ts'
import { isJsonObject } from './json.ts'
import { resolved } from './lists.ts'
import type { Operation } from './schema.ts'

/** Returns whether the operation documents If-Match, as a header or by a response of 412. */
export const documentsIfMatch = ({ document }: Pick<Operation, 'document'>): boolean =>
  JSON.stringify(document.parameters ?? []).includes('/IfMatch') ||
  (isJsonObject(document.responses) && '412' in document.responses)

/** Returns whether a change could be sent to the operation under a condition that it would not check. */
export const refusesIfMatch = (operation: Operation): boolean => changes(operation) && !documentsIfMatch(operation)

/**
 * Returns whether an operation changes something: a GET can have the write scope, and a POST that only searches has the
 * read scope.
 */
const changes = ({ method, scope }: Operation): boolean =>
  scope?.endsWith(':write') || (method !== 'GET' && !scope?.endsWith(':read'))

/**
 * Returns the reader of the AuditId that a change states, in its path or its body. Undefined for an operation that documents
 * none: it takes the version from If-Match only.
 */
export const auditIdReaderOf = ({
  schema,
}: Operation): ((request: { params: unknown; body: unknown }) => number | null | undefined) | undefined => {
  const name = Object.keys(schema.params?.properties ?? {}).find((parameter) => parameter.toLowerCase() === 'auditid')
  if (name !== undefined) return ({ params }) => ownValue(params as Record<string, number>, name)
  const bodies: object[] = schema.body?.anyOf ?? [schema.body ?? {}]
  const states = bodies.some((body) => 'AuditId' in ((resolved(body).properties as object) ?? {}))
  return states ? ({ body }) => (body as { AuditId?: number | null } | null | undefined)?.AuditId : undefined
}
