import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { findAccountFaults } from './account-references.queries.ts'

/**
 * Rejects an account that cannot contain money: payments are deposited to it, and refunds come from it.
 *
 * @throws 422 unknown-reference, books-rule.
 */
export const requireMoneyAccount = async (
  scope: Scope,
  tx: Transaction,
  pointer: string,
  accountId: number,
): Promise<void> => {
  const faults = await findAccountFaults(scope, tx, pointer, accountId, ['Bank', 'Asset'])
  if (faults.length > 0) throw ruleRefused('books-rule', 'The account cannot contain money.', faults)
}
