import { Problem } from '#kernel/errors/problem'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { deleteCart } from './carts.service.ts'

/** Days after which a cart that reserves nothing is deleted. Until then its buyer can still order it. */
const KEPT_DAYS = 30

/** Carts read at once. */
const BATCH = 100

/** Deletes old carts that were not ordered, so that they do not keep items and shipping methods in use forever. */
export const cartDays: NewDayWork = { name: 'store-carts', run: (scope) => deleteOldCarts(scope) }

/**
 * Deletes expired carts after some days. Each cart is a transaction of its own: after a kill at any point the same call does
 * the rest.
 */
export const deleteOldCarts = async (scope: Scope): Promise<void> => {
  const before = new Date(scope.clock.now().getTime() - KEPT_DAYS * 86_400_000)
  for (let after = 0; ; ) {
    const where = { tenantId: scope.db.tenantId, id: { gt: after }, state: 'expired', createdAt: { lt: before } }
    const select = { id: true, auditId: true, checkouts: { where: { state: 'open' }, select: { id: true } } }
    const found = await scope.db.prisma.storeCart.findMany({ where, select, orderBy: { id: 'asc' }, take: BATCH })
    for (const { id, auditId, checkouts } of found)
      if (checkouts.length === 0) await deleteUnchanged(scope, id, auditId)
    after = found.at(-1)?.id ?? after
    if (found.length < BATCH) return
  }
}

/** Deletes a cart, unless it was changed after it was read, or its contact was deleted. */
const deleteUnchanged = async (scope: Scope, id: number, auditId: number): Promise<void> => {
  try {
    await deleteCart(scope, id, versionOf(auditId))
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
  }
}
