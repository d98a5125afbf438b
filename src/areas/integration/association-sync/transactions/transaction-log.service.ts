import { addLogEvents, type LogEvent } from '#areas/integration/logs/tenant-log/tenant-log.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { SyncTransaction } from './transactions.model.ts'

/** What a transaction did. */
export type Effect = 'applied' | 'older' | 'repeated' | 'remembered' | 'merged'

const MESSAGES: Record<Effect, string> = {
  applied: 'was applied.',
  older: 'was ignored, because newer transactions have set all of its fields.',
  repeated: 'was ignored, because it was received before.',
  remembered: 'was remembered: no contact has the number.',
  merged: 'was ignored, because the contact was merged into one with another number.',
}

/** Writes a rejected transaction to the log of the tenant. */
export const logRejection = (
  scope: Scope,
  tx: Transaction,
  transaction: SyncTransaction,
  reason: string,
): Promise<void> => addLogEvents(scope, tx, [eventOf(transaction, 'rejected', `was rejected: ${reason}`, null)])

/** Writes a transaction to the log of the tenant. Its fields are in the history of the contact. */
export const logTransaction = (
  scope: Scope,
  tx: Transaction,
  transaction: SyncTransaction,
  effect: Effect,
  contactId: number | null,
): Promise<void> => addLogEvents(scope, tx, [eventOf(transaction, effect, MESSAGES[effect], contactId)])

const eventOf = (
  { operation, systemTypeId, nationalId, transactionId, origin, occurredAt }: SyncTransaction,
  effect: Effect | 'rejected',
  text: string,
  contactId: number | null,
): LogEvent => {
  const what = systemTypeId === 1 ? 'a person' : 'an organization'
  return {
    level: effect === 'merged' || effect === 'rejected' ? 'Warning' : 'Information',
    logType: 'AssociationSync',
    message: `The ${operation} of ${what} with the number ${nationalId} ${text}`,
    entityType: 'contact',
    entityKey: contactId === null ? null : String(contactId),
    ...{ source: origin, destination: 'local', tags: [operation, effect] },
    details: JSON.stringify({ TransactionId: transactionId, OccurredDate: occurredAt, NationalID: nationalId }),
  }
}
