import { findFirstOpenDay } from '#areas/finance/books/closed-period.queries'
import { postVoucherEntry } from '#areas/finance/books/journal/journal.service'
import { fromCents, partOf, toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { todayOf } from '#kernel/time/day'
import type { StoreVoucher, StoreVoucherUse } from '#prisma/client'
import { VOUCHER } from '../carts/prices.model.ts'

/*
 * What is owed for a voucher is its part of the line that sold it, which is rarely what it pays: it may be worth more than its
 * price, or expire unused. `liability` is its part of the account of vouchers at any time, so that the account is exactly the sum
 * of all vouchers. The difference between what a voucher paid and its part is income of the store, or reduces it.
 */

/**
 * Posts the difference between what a voucher paid, which its payment took from the account of vouchers, and its part of what is
 * owed for it. Returns that part in cents. The caller has locked the voucher.
 *
 * @param voucher as it was before. @param cents what it paid.
 */
export const useLiability = async (
  scope: Scope,
  tx: Transaction,
  voucher: StoreVoucher,
  cents: number,
): Promise<number> => {
  const owed = toCents(voucher.liability)
  const share = voucher.typeId === VOUCHER.amount ? partOf(owed, 0, cents, toCents(voucher.remaining)) : owed
  await postIncome(scope, tx, voucher.id, share - cents)
  await change(scope, tx, voucher.id, { liability: owed - share })
  return share
}

/**
 * Takes back what useLiability did, for what is given back to the voucher: an amount in proportion, another voucher when all is
 * given back.
 *
 * @param voucher as it is now. @param before the cents that were given back before. @param now all of them.
 */
export const returnLiability = async (
  scope: Scope,
  tx: Transaction,
  voucher: StoreVoucher,
  use: StoreVoucherUse,
  { before, now }: { before: number; now: number },
): Promise<void> => {
  const share = toCents(use.share)
  const paid = toCents(use.amount)
  const isAmount = voucher.typeId === VOUCHER.amount
  const part = isAmount ? partOf(share, before, now, paid) : now === paid ? share : 0
  const liability = toCents(voucher.liability) + part
  await postIncome(scope, tx, voucher.id, now - before - part)
  await change(scope, tx, voucher.id, { liability })
  if (voucher.voidedAt !== null) await releaseLiability(scope, tx, { ...voucher, liability: fromCents(liability) })
}

type OwedVoucher = Pick<StoreVoucher, 'id'> & Record<'liability' | 'released', { toString(): string }>

/** Makes what is still owed for a voucher income of the store: it can no longer be used. */
export const releaseLiability = async (
  scope: Scope,
  tx: Transaction,
  { id, liability, released }: OwedVoucher,
): Promise<void> => {
  const cents = toCents(liability)
  if (cents === 0) return
  await postIncome(scope, tx, id, cents)
  await change(scope, tx, id, { liability: 0, released: toCents(released) + cents })
}

/**
 * Ends what is owed for unused vouchers, because the document that takes back their sale takes it from the account. What was
 * income of the store is taken back first.
 *
 * @param cents what that document takes: the parts of single vouchers can differ from it by rounding.
 */
export const endLiability = async (
  scope: Scope,
  tx: Transaction,
  vouchers: readonly OwedVoucher[],
  cents: number,
): Promise<void> => {
  let rest = cents
  for (const [at, { id, liability, released }] of vouchers.entries()) {
    const income = toCents(released)
    const owed = toCents(liability) + income
    const taken = at === vouchers.length - 1 ? rest : owed
    rest -= taken
    await postIncome(scope, tx, id, owed - taken - income)
    await change(scope, tx, id, { liability: 0, released: 0 })
  }
}

const change = (
  scope: Scope,
  tx: Transaction,
  id: number,
  { liability, released }: { liability: number; released?: number },
): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    await tx.storeVoucher.update({
      where: { tenantId_id: { tenantId: scope.db.tenantId, id } },
      data: { liability: fromCents(liability), ...(released !== undefined && { released: fromCents(released) }) },
    })
  })

/** Moves cents from the account of vouchers to the income of the store; back if negative. */
const postIncome = (scope: Scope, tx: Transaction, voucherId: number, cents: number): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    if (cents === 0) return
    const postedOn = await findFirstOpenDay(scope, tx, todayOf(scope))
    await postVoucherEntry(tx, scope.db.tenantId, { voucherId, postedOn }, [
      { account: 'vouchers', classId: null, cents },
      { account: 'store-income', classId: null, cents: -cents },
    ])
  })
