import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { SyncTransaction } from './transactions.model.ts'

/** What a transaction did. */
export type Effect = 'applied' | 'older' | 'repeated' | 'remembered' | 'merged'

/** Writes a transaction to the log of the tenant. */
export const logTransaction = async (
  _scope: Scope,
  _tx: Transaction,
  _transaction: SyncTransaction,
  _effect: Effect,
  _contactId: number | null,
): Promise<void> => {}
