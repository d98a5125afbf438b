import type { SqlRunner } from '../../../../kernel/tenancy/direct-transaction.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'
import { refreshContactRows } from './contact-row.ts'

/**
 * Brings contacts' rows (status, balance, counts) up to date, after another area changed a record of its own that they
 * depend on: in that change's transaction.
 */
export const contactsTouched = (tx: SqlRunner, scope: Scope, ids: readonly number[]): Promise<void> =>
  refreshContactRows(tx, scope, ids)
