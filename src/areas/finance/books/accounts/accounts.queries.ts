import type { SqlRunner } from '#kernel/database/sql-runner'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { lockRecordIfPresent } from '#kernel/records/lock'
import type { RecordKind } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import type { Account } from '#prisma/client'
import { accountEvents } from '../books.events.ts'
import { accountList } from './accounts.listing.ts'
import type { AccountType, SystemRole } from './accounts.model.ts'

export type { AccountType, SystemRole }

export const accountKind: RecordKind<Account> = {
  entity: 'account',
  table: 'account',
  columns: { number: 'AccountNumber', type: 'AccountType' },
  events: accountEvents,
  find: (tx, { tenantId, id }) => tx.account.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns an account in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readAccount = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, accountList(scope), id, 'account')

/** Lists the accounts by name. @param isActiveOnly whether to leave out inactive ones. */
export const listAccounts = async ({ db }: Scope, isActiveOnly: boolean): Promise<Account[]> => {
  const where = { tenantId: db.tenantId, ...(isActiveOnly && { isActive: true }) }
  return (await db.prisma.account.findMany({ where })).sort(compareByName)
}

/** Lists the active accounts by number and name. */
export const listAccountChoices = async ({ db }: Scope): Promise<Choice[]> => {
  const found = await db.prisma.account.findMany({
    where: { tenantId: db.tenantId, isActive: true },
    orderBy: [{ number: { sort: 'asc', nulls: 'first' } }, { nameKey: 'asc' }, { id: 'asc' }],
  })
  return found.map(({ id, name, type }) => ({ id, name, extra: type }))
}

/** Returns the ids of the accounts that the books use, by their role. */
export const listSystemAccountIds = async (
  models: Models,
  tenantId: number,
): Promise<ReadonlyMap<SystemRole, number>> => {
  const found = await models.account.findMany({
    where: { tenantId, systemRole: { not: null } },
    select: { id: true, systemRole: true },
  })
  return new Map(found.map(({ id, systemRole }) => [systemRole as SystemRole, id]))
}

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
