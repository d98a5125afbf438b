import { enqueueJobs, type JobSpec } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { MESSAGE_TYPES } from '../channel/channel.model.ts'
import type { MappedConnection } from '../connections.queries.ts'
import { addMessage } from './messages.service.ts'

/** The job that stops a target if no request does. */
export const STOP_CONNECTION = 'connections.stop'

/** Contacts with a sequence below `before` must not be applied. */
export interface Stop {
  connectionId: number
  before: number
}

const stopJob = (tenantId: number, stop: Stop): JobSpec => ({
  name: STOP_CONNECTION,
  payload: { tenantId, ...stop },
  key: `connection-stop:${tenantId}:${stop.connectionId}`,
})

/** Adds the message that disables a connection. Returns what sendStop sends ahead of it; null for the target. */
export const addDisable = async (
  scope: Scope,
  tx: Transaction,
  { id, isSource }: Pick<MappedConnection, 'id' | 'isSource'>,
): Promise<Stop | null> => {
  const sequence = await addMessage(scope, tx, id, MESSAGE_TYPES.disable)
  return isSource ? { connectionId: id, before: Number(sequence) } : null
}

/** As addDisable, for changes that no request waits for. */
export const addDisableAndStop = async (
  scope: Scope,
  tx: Transaction,
  connection: Pick<MappedConnection, 'id' | 'isSource'>,
): Promise<void> => {
  const stop = await addDisable(scope, tx, connection)
  if (stop) await enqueueJobs(tx, [stopJob(scope.db.tenantId, stop)])
}
