import type { FeeItemInput } from '#contract/finance/fee-items'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockRecordIfPresent, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf, type RecordKind } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { FeeItem } from '#prisma/client'
import { findAccountFaults } from '../accounts/accounts.queries.ts'
import { transactionClassKind } from '../classes/classes.queries.ts'
import { taxSetKind } from '../tax-sets/tax-sets.queries.ts'
import { type FeeItemData, parseFeeItem } from './fee-items.input.ts'
import { feeItemKind, readFeeItem } from './fee-items.queries.ts'

const MAX_FEE_ITEMS = 10_000

/**
 * Creates a fee item (id 0) or changes one. Names are unique.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, unknown-reference, books-rule, too-many.
 */
export const saveFeeItem = (
  scope: Scope,
  id: number,
  input: FeeItemInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, feeItemKind.table)
    const current = await lockForSave(scope, tx, feeItemKind, id, expected, 'no key update')
    if (!current) requireRoom(await tx.feeItem.count({ where: { tenantId } }), MAX_FEE_ITEMS, 'tenant', 'fee items')
    const data = parseFeeItem(input, current)
    const other = await tx.feeItem.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    requireUniqueName(feeItemKind, data.name, other)
    await requireReferences(scope, tx, data, current)
    const saved = current
      ? await tx.feeItem.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.feeItem.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readFeeItem(scope, saved.id, tx)
  })

/** Deletes a fee item that no record uses. @throws 404; 409 in-use; 412. */
export const deleteFeeItem = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const item = await lockRecord(scope, tx, feeItemKind, id, expected)
    await requireUnused(scope, tx, feeItemKind, item)
    await tx.feeItem.delete({ where: { tenantId_id: { tenantId: item.tenantId, id } } })
    await record(scope, tx, nextVersionOf(item), 'deleted')
  })

/**
 * Checks the references that change. Those that stay are not checked, so that an item of an account that is no longer
 * active can be changed.
 */
const requireReferences = async (
  scope: Scope,
  tx: Transaction,
  { accountId, classId, taxSetId }: FeeItemData,
  current: FeeItem | null,
): Promise<void> => {
  const faults: FieldFault[] = []
  if (accountId !== current?.accountId)
    faults.push(...(await findAccountFaults(scope, tx, '/AccountId', accountId, ['Income'])))
  if (classId !== null && classId !== current?.classId)
    faults.push(...(await findInactive(scope, tx, transactionClassKind, '/ClassId', classId)))
  if (taxSetId !== null && taxSetId !== current?.taxSetId)
    faults.push(...(await findInactive(scope, tx, taxSetKind, '/TaxSetId', taxSetId)))
  if (faults.length > 0) throw ruleRefused('books-rule', 'The parts of the fee item do not fit together.', faults)
}

const findInactive = async <R extends { isActive: boolean }>(
  scope: Scope,
  tx: Transaction,
  kind: RecordKind<R>,
  pointer: string,
  id: number,
): Promise<FieldFault[]> => {
  const found = await lockRecordIfPresent(scope, tx, kind, id, 'share')
  if (!found) throw unknownReference(pointer, kind.noun ?? kind.entity)
  return found.isActive ? [] : [{ pointer, message: `must be an active ${kind.noun ?? kind.entity}` }]
}

const record = (scope: Scope, tx: Transaction, item: FeeItem, action: ChangeAction): Promise<void> => {
  const payload = { name: item.name }
  return recordChange(scope, tx, changeOf(feeItemKind, item, action, { payload }))
}
