import type { TransactionClassInput } from '#contract/finance/accounts'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { nameKeyOf, parseName } from '#kernel/records/names'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { TransactionClass } from '#prisma/client'
import { heightOf, MAX_LEVELS, pathOf } from './classes.model.ts'
import { listClasses, readTransactionClass, transactionClassKind } from './classes.queries.ts'

const MAX_CLASSES = 1000

type ClassData = Pick<TransactionClass, 'name' | 'nameKey' | 'parentId' | 'isActive'>

/**
 * Creates a transaction class (id 0) or changes one. Names are unique below one parent.
 *
 * @throws 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, unknown-reference, books-rule, too-many.
 */
export const saveTransactionClass = (
  scope: Scope,
  id: number,
  input: TransactionClassInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, transactionClassKind.table)
    const current = await lockForSave(scope, tx, transactionClassKind, id, expected, 'no key update')
    const classes = await listClasses(tx, tenantId)
    if (!current) requireRoom(classes.size, MAX_CLASSES, 'tenant', 'transaction classes')
    const data = parseClass(input, current)
    requirePosition(classes, id, data, current)
    const saved = current
      ? await tx.transactionClass.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.transactionClass.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readTransactionClass(scope, saved.id, tx)
  })

/** Deletes a class that no record uses. @throws 404; 409 in-use; 412. */
export const deleteTransactionClass = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const found = await lockRecord(scope, tx, transactionClassKind, id, expected)
    await requireUnused(scope, tx, transactionClassKind, found)
    await tx.transactionClass.delete({ where: { tenantId_id: { tenantId: found.tenantId, id } } })
    await record(scope, tx, nextVersionOf(found), 'deleted')
  })

const parseClass = (input: TransactionClassInput, current: TransactionClass | null): ClassData => {
  const name = parseName(input.Name, current?.name)
  if (name.includes(':')) throw refused('/Name', 'must not contain a colon, which separates the names in FullName')
  return {
    name,
    nameKey: nameKeyOf(name),
    parentId: input.ParentClassId === undefined ? (current?.parentId ?? null) : input.ParentClassId,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

const requirePosition = (
  classes: ReadonlyMap<number, TransactionClass>,
  id: number,
  data: ClassData,
  current: TransactionClass | null,
): void => {
  const { name, nameKey, parentId } = data
  const parent = classes.get(parentId ?? 0)
  if (parentId !== null && !parent) throw unknownReference('/ParentClassId', 'transaction class')
  if (parent && !parent.isActive && parentId !== current?.parentId)
    throw refused('/ParentClassId', 'must be an active transaction class')
  const above = pathOf(classes, parentId)
  if (above.some((one) => one.id === id)) throw refused('/ParentClassId', 'must not be the class itself or below it')
  const height = id === 0 ? 1 : heightOf(classes, id)
  if (above.length + height > MAX_LEVELS)
    throw refused('/ParentClassId', `must leave the tree of classes at most ${MAX_LEVELS} levels`)
  const siblings = [...classes.values()].filter((one) => one.parentId === parentId && one.id !== id)
  requireUniqueName(
    transactionClassKind,
    name,
    siblings.find((one) => one.nameKey === nameKey),
  )
}

const refused = (pointer: string, message: string) =>
  ruleRefused('books-rule', 'The transaction class does not fit into the tree of classes.', [{ pointer, message }])

const record = (scope: Scope, tx: Transaction, saved: TransactionClass, action: ChangeAction): Promise<void> => {
  const payload = { name: saved.name }
  return recordChange(scope, tx, changeOf(transactionClassKind, saved, action, { payload }))
}
