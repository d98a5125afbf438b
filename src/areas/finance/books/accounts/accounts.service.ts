import type { AccountInput } from '#contract/finance/accounts'
import { badInput, conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { nameKeyOf, parseName, parseText } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { optionalLine } from '#kernel/text/one-line'
import type { Account } from '#prisma/client'
import { accountKind, readAccount } from './accounts.queries.ts'

type AccountData = Pick<Account, 'name' | 'nameKey' | 'number' | 'description' | 'type' | 'isActive'>

/** Parses an account. A field that is left out keeps its value. @throws 400 naming the field, 422 name-needed. */
const parseAccount = (input: AccountInput, current: Account | null): AccountData => {
  const name = parseName(input.Name, current?.name)
  const type = input.AccountType === undefined ? current?.type : input.AccountType
  if (!type) throw badInput('/AccountType', 'is required')
  return {
    name,
    nameKey: nameKeyOf(name),
    number: optionalLine(input.AccountNumber, current?.number),
    description: parseText(input.Description, current?.description),
    type,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

const MAX_ACCOUNTS = 1000

/**
 * Creates an account (id 0) or changes one. Names and numbers are unique.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate, system-record, in-use; 412; 422 name-needed, too-many.
 */
export const saveAccount = (
  scope: Scope,
  id: number,
  input: AccountInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, accountKind.table)
    const current = await lockForSave(scope, tx, accountKind, id, expected)
    if (!current) requireRoom(await tx.account.count({ where: { tenantId } }), MAX_ACCOUNTS, 'tenant', 'accounts')
    const data = parseAccount(input, current)
    await requireUnique(scope, tx, id, data)
    if (current) await requireChangeable(scope, tx, current, data)
    const saved = current
      ? await tx.account.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.account.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readAccount(scope, saved.id, tx)
  })

/** Deletes an account that no record uses. @throws 404; 409 system-record, in-use; 412. */
export const deleteAccount = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const account = await lockRecord(scope, tx, accountKind, id, expected)
    if (account.systemRole)
      throw conflict('system-record', 'The books use this account, so it cannot be deleted. Rename it instead.')
    await requireUnused(scope, tx, accountKind, account)
    await tx.account.delete({ where: { tenantId_id: { tenantId: account.tenantId, id } } })
    await record(scope, tx, nextVersionOf(account), 'deleted')
  })

const requireUnique = async (scope: Scope, tx: Transaction, id: number, data: AccountData): Promise<void> => {
  const others = { tenantId: scope.db.tenantId, id: { not: id } }
  const namesake = await tx.account.findFirst({ where: { ...others, nameKey: data.nameKey } })
  requireUniqueName(accountKind, data.name, namesake)
  if (data.number === null || !(await tx.account.findFirst({ where: { ...others, number: data.number } }))) return
  throw conflict('duplicate', `There is another account with the number "${data.number}".`)
}

/** Rejects another type for an account in use: lines of documents are posted by the type of their account. */
const requireChangeable = async (scope: Scope, tx: Transaction, current: Account, data: AccountData): Promise<void> => {
  const isOtherType = data.type !== current.type
  if (current.systemRole && (isOtherType || !data.isActive))
    throw conflict('system-record', 'The books use this account, so it stays active and keeps its type.')
  if (isOtherType) await requireUnused(scope, tx, accountKind, current)
}

const record = (scope: Scope, tx: Transaction, account: Account, action: ChangeAction): Promise<void> => {
  const payload = { name: account.name }
  return recordChange(scope, tx, changeOf(accountKind, account, action, { payload }))
}
