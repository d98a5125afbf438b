import { randomInt } from 'node:crypto'
import { conflict } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addMonths } from '#kernel/time/calendar'
import { dateOf } from '#kernel/time/day'
import type { StorePurchaseLine } from '#prisma/client'
import { VOUCHER } from '../carts/prices.model.ts'
import type { OrderLine } from '../checkout/checkout.model.ts'
import { todayOf } from '../days.model.ts'
import { voucherKind } from './vouchers.queries.ts'

/** Letters and digits that cannot be mistaken for each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 16

/** 80 random bits, in groups of four. */
const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, (_, at) => {
    const letter = ALPHABET[randomInt(ALPHABET.length)]
    return at > 0 && at % 4 === 0 ? `-${letter}` : letter
  }).join('')

const VOUCHER_KIND = 2

/** Issues a voucher for each piece of the voucher items of an order. They can be used when the order is paid. */
export const issueVouchers = async (
  scope: Scope,
  tx: Transaction,
  purchaseId: number,
  lines: readonly OrderLine[],
): Promise<void> => {
  for (const { lineId, item, quantity } of lines.filter((line) => line.item.kindId === VOUCHER_KIND)) {
    const { voucherTypeId, voucherValue, voucherItemId, voucherMonths } = item
    const typeId = voucherTypeId ?? VOUCHER.amount
    const value = typeId === VOUCHER.freeItem ? 0 : (voucherValue ?? 0)
    const expiresOn = voucherMonths === null ? null : dateOf(addMonths(todayOf(scope), voucherMonths))
    for (let piece = 0; piece < quantity; piece++) {
      const voucher = await tx.storeVoucher.create({
        data: {
          ...{ tenantId: scope.db.tenantId, code: newCode(), typeId, value, purchaseId, lineId, expiresOn },
          remaining: typeId === VOUCHER.amount ? value : 0,
          itemId: typeId === VOUCHER.freeItem ? voucherItemId : null,
          issuedAt: scope.clock.now(),
        },
      })
      const details = { changes: { typeId, value: String(value) }, payload: { orderId: purchaseId } }
      await recordChange(scope, tx, changeOf(voucherKind, voucher, 'created', details))
    }
  }
}

/**
 * Voids all vouchers that an order issued, as part of a larger change.
 *
 * @throws 409 order-state if one of them was used or is in a cart.
 */
export const voidIssued = (scope: Scope, tx: Transaction, purchaseId: number): Promise<void> =>
  voidUnused(scope, tx, { purchaseId }, 0)

/**
 * Voids as many unused vouchers of a line as its pieces are refunded. Those that staff voided unused count as refunded.
 *
 * @throws 409 order-state if too many were used or are in carts.
 */
export const voidRefunded = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id: lineId, purchaseId, refunded }: StorePurchaseLine,
  quantity: number,
): Promise<void> => {
  const where = { tenantId, lineId, voidedAt: { not: null } }
  const voided = await tx.storeVoucher.findMany({ where, include: { uses: true } })
  const left = voided.filter(({ uses }) => uses.every(isReturned)).length - refunded
  if (quantity > left) await voidUnused(scope, tx, { purchaseId, lineId }, left, quantity - left)
}

/** @param voidCount those of the vouchers that are void already, for the message. @param count all if absent. */
const voidUnused = async (
  scope: Scope,
  tx: Transaction,
  of: { purchaseId: number; lineId?: number },
  voidCount: number,
  count?: number,
): Promise<void> => {
  const { tenantId } = scope.db
  const where = { tenantId, ...of, voidedAt: null }
  const found = await tx.storeVoucher.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  await lockRows(
    scope,
    tx,
    voucherKind,
    found.map(({ id }) => id),
  )
  const vouchers = await tx.storeVoucher.findMany({ where, include: { uses: true }, orderBy: { id: 'asc' } })
  const unused = vouchers.filter(({ uses, cartId, isUsed }) => !isUsed && cartId === null && uses.every(isReturned))
  const wanted = count ?? vouchers.length
  if (unused.length < wanted) throw orderVouchersUsed(unused.length + voidCount)
  for (const { id } of unused.slice(0, wanted)) {
    const data = { voidedAt: scope.clock.now(), ...NEXT_VERSION }
    const saved = await tx.storeVoucher.update({ where: { tenantId_id: { tenantId, id } }, data })
    const details = { changes: { isVoid: true }, payload: { orderId: saved.purchaseId } }
    await recordChange(scope, tx, changeOf(voucherKind, saved, 'updated', details))
  }
}

const orderVouchersUsed = (unused: number) =>
  conflict(
    'order-state',
    `Vouchers that the order issued were used, or are in carts: ${unused} of them can be taken back. Refund only these, ` +
      'and other lines.',
  )

const isReturned = ({ amount, returned }: { amount: object; returned: object }): boolean =>
  Number(amount) === Number(returned)
