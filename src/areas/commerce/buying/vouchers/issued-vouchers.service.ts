import { randomInt } from 'node:crypto'
import { conflict } from '#kernel/errors/problem'
import { fromCents, partOf, toCents } from '#kernel/money/cents'
import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addMonths } from '#kernel/time/calendar'
import { dateOf, todayOf } from '#kernel/time/day'
import type { StorePurchaseLine, StoreVoucher, StoreVoucherUse } from '#prisma/client'
import { VOUCHER } from '../carts/prices.model.ts'
import type { OrderLine } from '../checkout/checkout.model.ts'
import { endLiability } from './voucher-liability.service.ts'
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
  for (const { lineId, item, quantity, amountCents } of lines.filter((line) => line.item.kindId === VOUCHER_KIND)) {
    const { voucherTypeId, voucherValue, voucherItemId, voucherMonths } = item
    const typeId = voucherTypeId ?? VOUCHER.amount
    const value = typeId === VOUCHER.freeItem ? 0 : (voucherValue ?? 0)
    const expiresOn = voucherMonths === null ? null : dateOf(addMonths(todayOf(scope), voucherMonths))
    for (let piece = 0; piece < quantity; piece++) {
      const voucher = await tx.storeVoucher.create({
        data: {
          tenantId: scope.db.tenantId,
          code: newCode(),
          typeId,
          value,
          purchaseId,
          lineId,
          expiresOn,
          remaining: typeId === VOUCHER.amount ? value : 0,
          liability: fromCents(partOf(amountCents, piece, piece + 1, quantity)),
          itemId: typeId === VOUCHER.freeItem ? voucherItemId : null,
          issuedAt: scope.clock.now(),
        },
      })
      const details = { payload: { orderId: purchaseId } }
      await recordChange(scope, tx, changeOf(voucherKind, voucher, 'created', details))
    }
  }
}

/** A voucher that an order issued, with its uses. */
type IssuedVoucher = StoreVoucher & { uses: StoreVoucherUse[] }

/**
 * Voids all vouchers that a canceled order issued, as part of a larger change that takes back their sale.
 *
 * @throws 409 order-state if one of them was used or is in a cart.
 */
export const voidIssued = async (
  scope: Scope,
  tx: Transaction,
  purchaseId: number,
  lines: readonly StorePurchaseLine[],
): Promise<void> => {
  const vouchers = await lockIssued(scope, tx, { purchaseId })
  const unused = vouchers.filter(isUnused)
  if (unused.length < vouchers.length) throw orderVouchersUsed(unused.length)
  for (const { id, amount } of lines) {
    const ofLine = vouchers.filter(({ lineId }) => lineId === id)
    await endLiability(scope, tx, ofLine, toCents(amount))
    await voidVouchers(scope, tx, ofLine)
  }
}

/**
 * Voids as many unused vouchers of a line as its pieces are refunded. Those that staff voided unused count as refunded.
 *
 * @throws 409 order-state if too many were used or are in carts.
 */
export const voidRefunded = async (
  scope: Scope,
  tx: Transaction,
  { id: lineId, purchaseId, amount, refunded, quantity: whole }: StorePurchaseLine,
  quantity: number,
): Promise<void> => {
  const unused = (await lockIssued(scope, tx, { purchaseId, lineId })).filter(isUnused)
  const open = unused.filter(({ voidedAt }) => voidedAt === null)
  // Those of earlier refunds are void too: what staff voided is income of the store until it is refunded.
  const voided = unused
    .filter(({ voidedAt }) => voidedAt !== null)
    .sort((one, other) => Number(other.released) - Number(one.released))
  const left = voided.length - refunded
  if (left + open.length < quantity) throw orderVouchersUsed(left + open.length)
  const taken = [...voided.slice(0, Math.min(left, quantity)), ...open.slice(0, Math.max(0, quantity - left))]
  await endLiability(scope, tx, taken, partOf(toCents(amount), refunded, refunded + quantity, whole))
  await voidVouchers(scope, tx, taken)
}

const lockIssued = async (
  scope: Scope,
  tx: Transaction,
  of: { purchaseId: number; lineId?: number },
): Promise<IssuedVoucher[]> => {
  const where = { tenantId: scope.db.tenantId, ...of }
  const found = await tx.storeVoucher.findMany({ where, select: { id: true } })
  await lockRows(
    scope,
    tx,
    voucherKind,
    found.map(({ id }) => id),
  )
  return tx.storeVoucher.findMany({ where, include: { uses: true }, orderBy: { id: 'asc' } })
}

const isUnused = ({ uses, cartId, eventOrderId, isUsed }: IssuedVoucher): boolean =>
  !isUsed &&
  cartId === null &&
  eventOrderId === null &&
  uses.every(({ amount, returned }) => Number(amount) === Number(returned))

const voidVouchers = async (scope: Scope, tx: Transaction, vouchers: readonly IssuedVoucher[]): Promise<void> => {
  const { tenantId } = scope.db
  for (const { id } of vouchers.filter(({ voidedAt }) => voidedAt === null)) {
    const data = { voidedAt: scope.clock.now(), ...NEXT_VERSION }
    const saved = await tx.storeVoucher.update({ where: { tenantId_id: { tenantId, id } }, data })
    const details = { payload: { orderId: saved.purchaseId } }
    await recordChange(scope, tx, changeOf(voucherKind, saved, 'updated', details))
  }
}

const orderVouchersUsed = (unused: number) =>
  conflict(
    'order-state',
    `Vouchers that the order issued were used, or are in carts: ${unused} of them can be taken back. Refund only these, ` +
      'and other lines.',
  )
