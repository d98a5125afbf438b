import type { DiscountInput } from '#contract/finance/fee-items'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Discount } from '#prisma/client'
import { findAccountFaults } from '../accounts/accounts.queries.ts'
import { type DiscountData, parseDiscount } from './discounts.input.ts'
import { discountKind, readDiscount } from './discounts.queries.ts'

const MAX_DISCOUNTS = 10_000

/**
 * Creates a discount (id 0) or changes one. Names and promo codes are unique.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, unknown-reference, books-rule, too-many.
 */
export const saveDiscount = (
  scope: Scope,
  id: number,
  input: DiscountInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, discountKind.table)
    const current = await lockForSave(scope, tx, discountKind, id, expected, 'no key update')
    if (!current) requireRoom(await tx.discount.count({ where: { tenantId } }), MAX_DISCOUNTS, 'tenant', 'discounts')
    const data = parseDiscount(input, current)
    await requireUnique(scope, tx, id, data)
    if (data.accountId !== null && data.accountId !== current?.accountId)
      await requireAccount(scope, tx, data.accountId)
    const saved = current
      ? await tx.discount.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.discount.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return readDiscount(scope, saved.id, tx)
  })

/** Deletes a discount that no record uses. @throws 404; 409 in-use; 412. */
export const deleteDiscount = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const discount = await lockRecord(scope, tx, discountKind, id, expected)
    await requireUnused(scope, tx, discountKind, discount)
    await tx.discount.delete({ where: { tenantId_id: { tenantId: discount.tenantId, id } } })
    await record(scope, tx, nextVersionOf(discount), 'deleted')
  })

const requireUnique = async (scope: Scope, tx: Transaction, id: number, data: DiscountData): Promise<void> => {
  const others = { tenantId: scope.db.tenantId, id: { not: id } }
  const { name, nameKey, promoCode, promoCodeKey } = data
  requireUniqueName(discountKind, name, await tx.discount.findFirst({ where: { ...others, nameKey } }))
  if (promoCodeKey === null || !(await tx.discount.findFirst({ where: { ...others, promoCodeKey } }))) return
  throw conflict('duplicate', `There is another discount with the promo code "${promoCode}".`)
}

const requireAccount = async (scope: Scope, tx: Transaction, accountId: number): Promise<void> => {
  const faults = await findAccountFaults(scope, tx, '/AccountId', accountId, ['Income', 'Expense'])
  if (faults.length > 0) throw ruleRefused('books-rule', 'The account of the discount does not fit.', faults)
}

const record = (scope: Scope, tx: Transaction, discount: Discount, action: ChangeAction): Promise<void> => {
  const payload = { name: discount.name }
  return recordChange(scope, tx, changeOf(discountKind, discount, action, { payload }))
}
