import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import { dateOf, todayOf } from '#kernel/time/day'
import { releaseLiability } from './voucher-liability.service.ts'
import { voucherKind } from './vouchers.queries.ts'

/** Vouchers per transaction. */
const BATCH = 100

/** Makes what is owed for expired vouchers income of the store. */
export const voucherDays: NewDayWork = { name: 'store-vouchers', run: (scope) => releaseExpired(scope) }

/** Each batch is a transaction of its own: after a kill at any point the same call does the rest. */
const releaseExpired = async (scope: Scope): Promise<void> => {
  const { tenantId } = scope.db
  const where = { tenantId, liability: { gt: 0 }, expiresOn: { lt: dateOf(todayOf(scope)) } }
  for (let found = BATCH; found === BATCH; )
    found = await scope.db.transaction(async (tx) => {
      const expired = await tx.storeVoucher.findMany({
        where,
        select: { id: true },
        orderBy: { id: 'asc' },
        take: BATCH,
      })
      const ids = await lockRows(
        scope,
        tx,
        voucherKind,
        expired.map(({ id }) => id),
      )
      // Read again: what is owed can have changed before the lock.
      const vouchers = await tx.storeVoucher.findMany({ where: { ...where, id: { in: ids } }, orderBy: { id: 'asc' } })
      for (const voucher of vouchers) await releaseLiability(scope, tx, voucher)
      return expired.length
    })
}
