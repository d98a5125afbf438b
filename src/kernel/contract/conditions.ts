/** What an operation of the contract says about the versions of what it changes. */
import { isJsonObject } from './json.ts'
import type { Operation } from './schema.ts'

/** Whether the operation documents If-Match, as a header or by a response of 412. */
export const documentsIfMatch = ({ document }: Pick<Operation, 'document'>): boolean =>
  JSON.stringify(document.parameters ?? []).includes('/IfMatch') ||
  (isJsonObject(document.responses) && '412' in document.responses)

/** Whether a change could be sent to the operation under a condition that it would not check. */
export const refusesIfMatch = (operation: Operation): boolean => changes(operation) && !documentsIfMatch(operation)

/** A GET can have the write scope, and a POST that only searches has the read scope. */
const changes = ({ method, scope }: Operation): boolean =>
  scope?.endsWith(':write') || (method !== 'GET' && !scope?.endsWith(':read'))
