import type { PaymentSubtypeEditInput } from '#contract/finance/payment-subtypes'
import { badInput, conflict, ruleRefused } from '#kernel/errors/problem'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName } from '#kernel/records/unique-name'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { PaymentSubtype } from '#prisma/client'
import { isSubtypeInUse, paymentSubtypeKind } from './payment-subtypes.queries.ts'

const MAX_SUBTYPES = 500

/**
 * Creates a subtype (id 0) or changes one. Names are unique within a payment type.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate, system-record; 412; 422 name-needed, in-use-fixed, too-many.
 */
export const savePaymentSubtype = (
  scope: Scope,
  id: number,
  input: PaymentSubtypeEditInput,
  expected: ExpectedVersion,
): Promise<PaymentSubtype> => {
  if (input.PaymentSubtypeId && input.PaymentSubtypeId !== id)
    throw badInput('/PaymentSubtypeId', 'must be the id of the path, 0 or absent')
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, paymentSubtypeKind.table)
    const current = await lockForSave(scope, tx, paymentSubtypeKind, id, expected, 'no key update')
    if (!current)
      requireRoom(await tx.paymentSubtype.count({ where: { tenantId } }), MAX_SUBTYPES, 'tenant', 'payment subtypes')
    const paymentTypeId = parseType(input, current)
    const isActive = input.IsActive ?? current?.isActive ?? true
    if (current?.isDefault && !isActive)
      throw conflict('system-record', 'The system default of a payment type stays active.')
    const name = await parseUniqueName(paymentSubtypeKind, input.Name, current, (nameKey) =>
      tx.paymentSubtype.findFirst({ where: { tenantId, paymentTypeId, nameKey, id: { not: id } } }),
    )
    const data = { ...name, paymentTypeId, isActive }
    const saved = current
      ? await tx.paymentSubtype.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.paymentSubtype.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })
}

/** Deletes a subtype. One that payments have is deactivated instead. @throws 404; 409 system-record. */
export const deletePaymentSubtype = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const subtype = await lockRecord(scope, tx, paymentSubtypeKind, id, expected)
    if (subtype.isDefault)
      throw conflict('system-record', 'The system default of a payment type cannot be deleted. Rename it instead.')
    const where = { tenantId_id: { tenantId: subtype.tenantId, id } }
    if (!(await isSubtypeInUse(tx, subtype))) {
      await tx.paymentSubtype.delete({ where })
      return record(scope, tx, nextVersionOf(subtype), 'deleted')
    }
    if (!subtype.isActive) return
    const data = { isActive: false, ...NEXT_VERSION }
    await record(scope, tx, await tx.paymentSubtype.update({ where, data }), 'updated')
  })

const parseType = (input: PaymentSubtypeEditInput, current: PaymentSubtype | null): number => {
  const paymentTypeId = input.PaymentTypeId === undefined ? current?.paymentTypeId : Number(input.PaymentTypeId)
  if (paymentTypeId === undefined) throw badInput('/PaymentTypeId', 'is required')
  if (!current || current.paymentTypeId === paymentTypeId) return paymentTypeId
  throw ruleRefused('in-use-fixed', 'The payment type of a subtype cannot change. Create another subtype.', [
    { pointer: '/PaymentTypeId', message: `must be ${current.paymentTypeId}` },
  ])
}

const record = (scope: Scope, tx: Transaction, subtype: PaymentSubtype, action: ChangeAction): Promise<void> => {
  const payload = { name: subtype.name }
  return recordChange(scope, tx, changeOf(paymentSubtypeKind, subtype, action, { payload }))
}
