import type { FieldFault } from '#kernel/errors/problem'
import { lockRecordIfPresent } from '#kernel/records/lock'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { AccountType } from './accounts.model.ts'
import { accountKind } from './accounts.queries.ts'

/**
 * Locks the account that a record references, so that it keeps its type and stays active until the transaction ends.
 *
 * @returns what is wrong with it. @throws 422 unknown-reference.
 */
export const findAccountFaults = async (
  scope: Scope,
  tx: Transaction,
  pointer: string,
  accountId: number,
  types: readonly AccountType[],
): Promise<FieldFault[]> => {
  const account = await lockRecordIfPresent(scope, tx, accountKind, accountId, 'share')
  if (!account) throw unknownReference(pointer, 'account')
  if (!account.isActive) return [{ pointer, message: 'must be an active account' }]
  if (types.some((type) => type === account.type)) return []
  return [{ pointer, message: `must be an account of type ${types.join(' or ')}` }]
}
