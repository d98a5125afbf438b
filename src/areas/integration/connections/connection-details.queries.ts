import type { ConnectionEdit } from '#contract/integration/connections'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'
import { presentConnection } from './connections.presenter.ts'
import { connectionKind, findTargetNames, type MappedConnection } from './connections.queries.ts'

const NO_NAMES = { types: new Map<number, string>(), levels: new Map<number, string>() }

/** Presents a connection with the names of its types here; the source does not know those of the target. */
export const describeConnection = async (scope: Scope, connection: MappedConnection): Promise<ConnectionEdit> => {
  const names = connection.isSource ? NO_NAMES : await findTargetNames(scope, connection.mapping)
  return presentConnection(scope, connection, names)
}

/** Returns one connection in its documented shape. @throws 404. */
export const readConnection = async (scope: Scope, id: number): Promise<ConnectionEdit> =>
  describeConnection(scope, await getRecord(scope, connectionKind, id))
