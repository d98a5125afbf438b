import { lockRecordIfPresent } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { connectionKind, type MappedConnection } from '../connections.queries.ts'

/** The message that contains a state. */
export interface Origin {
  connectionId: number
  sequence: number
}

/**
 * Takes a share lock on the connection of a message: a request that disables it waits for the transaction, or comes first. Returns null
 * if the connection is disabled or deleted, or if the source has disabled it after it sent the message.
 */
export const lockRunning = async (
  scope: Scope,
  tx: Transaction,
  { connectionId, sequence }: Origin,
): Promise<MappedConnection | null> => {
  const connection = await lockRecordIfPresent(scope, tx, connectionKind, connectionId, 'share')
  return connection && !isStopped(connection, sequence) ? connection : null
}

const isStopped = ({ isDisabledHere, isDisabledThere, stoppedBefore }: MappedConnection, sequence: number): boolean =>
  isDisabledHere || isDisabledThere || sequence < stoppedBefore
